CREATE TABLE "product_listings" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"price" integer NOT NULL,
	"units_sold" integer DEFAULT 0 NOT NULL,
	"is_available" boolean DEFAULT true NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_sales" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"units" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"word" text NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "missed_searches_day_word_pk" PRIMARY KEY("day","word")
);
--> statement-breakpoint
CREATE TABLE "search_characters" (
	"character" text COLLATE "C" PRIMARY KEY NOT NULL,
	"folded" text NOT NULL,
	"kind" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"description" text NOT NULL,
	"title_terms" "tsvector" NOT NULL,
	"category_terms" "tsvector" NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
-- Letters, marks, digits, kana and Bopomofo of the Basic Multilingual Plane, as ranges of code points
-- with their kind. Ideographs and Hangul syllables are known by their code point.
INSERT INTO search_characters (character, folded, kind)
SELECT chr(code), chr(code), split_part(range, '-', 3)::smallint
FROM regexp_split_to_table($ranges$
48-57-3 65-90-2 97-122-2 192-214-2 216-246-2 248-305-2 308-318-2 321-328-2 330-382-2 384-451-2 461-496-2 500-687-2 697-705-2 710-721-2
748-748-2 750-750-2 768-831-2 834-834-2 837-883-2 886-887-2 891-893-2 895-895-2 902-902-2 904-906-2 908-908-2 910-929-2 931-975-2 983-1007-2
1011-1011-2 1015-1016-2 1018-1153-2 1155-1327-2 1329-1366-2 1369-1369-2 1376-1414-2 1416-1416-2 1425-1469-2 1471-1471-2 1473-1474-2
1476-1477-2 1479-1479-2 1488-1514-2 1519-1522-2 1552-1562-2 1568-1631-2 1632-1641-3 1646-1652-2 1657-1747-2 1749-1756-2 1759-1768-2
1770-1775-2 1776-1785-3 1786-1788-2 1791-1791-2 1808-1866-2 1869-1969-2 1984-1993-3 1994-2037-2 2042-2042-2 2045-2045-2 2048-2093-2
2112-2139-2 2144-2154-2 2160-2183-2 2185-2191-2 2199-2273-2 2275-2391-2 2400-2403-2 2406-2415-3 2417-2435-2 2437-2444-2 2447-2448-2
2451-2472-2 2474-2480-2 2482-2482-2 2486-2489-2 2492-2500-2 2503-2504-2 2507-2510-2 2519-2519-2 2528-2531-2 2534-2543-3 2544-2545-2
2548-2553-2 2556-2556-2 2558-2558-2 2561-2563-2 2565-2570-2 2575-2576-2 2579-2600-2 2602-2608-2 2610-2610-2 2613-2613-2 2616-2617-2
2620-2620-2 2622-2626-2 2631-2632-2 2635-2637-2 2641-2641-2 2652-2652-2 2662-2671-3 2672-2677-2 2689-2691-2 2693-2701-2 2703-2705-2
2707-2728-2 2730-2736-2 2738-2739-2 2741-2745-2 2748-2757-2 2759-2761-2 2763-2765-2 2768-2768-2 2784-2787-2 2790-2799-3 2809-2815-2
2817-2819-2 2821-2828-2 2831-2832-2 2835-2856-2 2858-2864-2 2866-2867-2 2869-2873-2 2876-2884-2 2887-2888-2 2891-2893-2 2901-2903-2
2911-2915-2 2918-2927-3 2929-2935-2 2946-2947-2 2949-2954-2 2958-2960-2 2962-2965-2 2969-2970-2 2972-2972-2 2974-2975-2 2979-2980-2
2984-2986-2 2990-3001-2 3006-3010-2 3014-3016-2 3018-3021-2 3024-3024-2 3031-3031-2 3046-3055-3 3056-3058-2 3072-3084-2 3086-3088-2
3090-3112-2 3114-3129-2 3132-3140-2 3142-3144-2 3146-3149-2 3157-3158-2 3160-3162-2 3164-3165-2 3168-3171-2 3174-3183-3 3192-3198-2
3200-3203-2 3205-3212-2 3214-3216-2 3218-3240-2 3242-3251-2 3253-3257-2 3260-3268-2 3270-3272-2 3274-3277-2 3285-3286-2 3292-3294-2
3296-3299-2 3302-3311-3 3313-3315-2 3328-3340-2 3342-3344-2 3346-3396-2 3398-3400-2 3402-3406-2 3412-3427-2 3430-3439-3 3440-3448-2
3450-3455-2 3457-3459-2 3461-3478-2 3482-3505-2 3507-3515-2 3517-3517-2 3520-3526-2 3530-3530-2 3535-3540-2 3542-3542-2 3544-3551-2
3558-3567-3 3570-3571-2 3585-3634-2 3636-3642-2 3648-3662-2 3664-3673-3 3713-3714-2 3716-3716-2 3718-3722-2 3724-3747-2 3749-3749-2
3751-3762-2 3764-3773-2 3776-3780-2 3782-3782-2 3784-3790-2 3792-3801-3 3806-3807-2 3840-3840-2 3864-3865-2 3872-3881-3 3882-3891-2
3893-3893-2 3895-3895-2 3897-3897-2 3902-3906-2 3908-3911-2 3913-3916-2 3918-3921-2 3923-3926-2 3928-3931-2 3933-3944-2 3946-3948-2
3953-3954-2 3956-3956-2 3962-3968-2 3970-3972-2 3974-3986-2 3988-3991-2 3993-3996-2 3998-4001-2 4003-4006-2 4008-4011-2 4013-4024-2
4026-4028-2 4038-4038-2 4096-4159-2 4160-4169-3 4176-4239-2 4240-4249-3 4250-4253-2 4256-4293-2 4295-4295-2 4301-4301-2 4304-4346-2
4349-4680-2 4682-4685-2 4688-4694-2 4696-4696-2 4698-4701-2 4704-4744-2 4746-4749-2 4752-4784-2 4786-4789-2 4792-4798-2 4800-4800-2
4802-4805-2 4808-4822-2 4824-4880-2 4882-4885-2 4888-4954-2 4957-4959-2 4969-4988-2 4992-5007-2 5024-5109-2 5112-5117-2 5121-5740-2
5743-5759-2 5761-5786-2 5792-5866-2 5870-5880-2 5888-5909-2 5919-5940-2 5952-5971-2 5984-5996-2 5998-6000-2 6002-6003-2 6016-6099-2
6103-6103-2 6108-6109-2 6112-6121-3 6128-6137-2 6155-6157-2 6159-6159-2 6160-6169-3 6176-6264-2 6272-6314-2 6320-6389-2 6400-6430-2
6432-6443-2 6448-6459-2 6470-6479-3 6480-6509-2 6512-6516-2 6528-6571-2 6576-6601-2 6608-6617-3 6618-6618-2 6656-6683-2 6688-6750-2
6752-6780-2 6783-6783-2 6784-6793-3 6800-6809-3 6823-6823-2 6832-6877-2 6880-6891-2 6912-6988-2 6992-7001-3 7019-7027-2 7040-7087-2
7088-7097-3 7098-7155-2 7168-7223-2 7232-7241-3 7245-7247-2 7248-7257-3 7258-7293-2 7296-7306-2 7312-7354-2 7357-7359-2 7376-7378-2
7380-7418-2 7424-7467-2 7471-7471-2 7483-7483-2 7502-7502-2 7531-7543-2 7545-7578-2 7616-7833-2 7836-7957-2 7960-7965-2 7968-8005-2
8008-8013-2 8016-8023-2 8025-8025-2 8027-8027-2 8029-8029-2 8031-8048-2 8050-8050-2 8052-8052-2 8054-8054-2 8056-8056-2 8058-8058-2
8060-8060-2 8064-8116-2 8118-8122-2 8124-8124-2 8130-8132-2 8134-8136-2 8138-8138-2 8140-8140-2 8144-8146-2 8150-8154-2 8160-8162-2
8164-8170-2 8172-8172-2 8178-8180-2 8182-8184-2 8186-8186-2 8188-8188-2 8400-8432-2 8498-8498-2 8526-8526-2 8576-8584-2 9451-9471-2
10102-10131-2 11264-11387-2 11390-11492-2 11499-11507-2 11517-11517-2 11520-11557-2 11559-11559-2 11565-11565-2 11568-11623-2 11647-11670-2
11680-11686-2 11688-11694-2 11696-11702-2 11704-11710-2 11712-11718-2 11720-11726-2 11728-11734-2 11736-11742-2 11744-11775-2 11823-11823-2
12293-12293-1 12294-12294-2 12295-12295-1 12321-12329-1 12330-12335-2 12337-12341-2 12347-12347-1 12348-12348-2 12353-12438-1 12441-12442-2
12445-12446-1 12449-12538-1 12540-12542-1 12549-12591-1 12704-12735-1 12784-12799-1 12872-12879-2 40960-42124-2 42192-42237-2 42240-42508-2
42512-42527-2 42528-42537-3 42538-42539-2 42560-42610-2 42612-42621-2 42623-42651-2 42654-42737-2 42775-42783-2 42786-42863-2 42865-42888-2
42891-42972-2 42997-42999-2 43002-43047-2 43052-43052-2 43056-43061-2 43072-43123-2 43136-43205-2 43216-43225-3 43232-43255-2 43259-43259-2
43261-43263-2 43264-43273-3 43274-43309-2 43312-43347-2 43360-43388-2 43392-43456-2 43471-43471-2 43472-43481-3 43488-43503-2 43504-43513-3
43514-43518-2 43520-43574-2 43584-43597-2 43600-43609-3 43616-43638-2 43642-43714-2 43739-43741-2 43744-43759-2 43762-43766-2 43777-43782-2
43785-43790-2 43793-43798-2 43808-43814-2 43816-43822-2 43824-43866-2 43872-43880-2 43888-44010-2 44012-44013-2 44016-44025-3 55216-55238-2
55243-55291-2 64014-64015-1 64017-64017-1 64019-64020-1 64031-64031-1 64033-64033-1 64035-64036-1 64039-64041-1 64286-64286-2 65024-65039-2
65056-65071-2 65139-65139-2
$ranges$, '\s+') AS range
CROSS JOIN generate_series(split_part(range, '-', 1)::integer, split_part(range, '-', 2)::integer) AS code
WHERE range <> '';
--> statement-breakpoint
-- Capital letters.
UPDATE search_characters SET folded = substr(pair, 3)
FROM regexp_split_to_table($pairs$
A>a B>b C>c D>d E>e F>f G>g H>h I>i J>j K>k L>l M>m N>n O>o P>p Q>q R>r S>s T>t U>u V>v W>w X>x Y>y Z>z À>à Á>á Â>â Ã>ã Ä>ä Å>å Æ>æ Ç>ç È>è
É>é Ê>ê Ë>ë Ì>ì Í>í Î>î Ï>ï Ð>ð Ñ>ñ Ò>ò Ó>ó Ô>ô Õ>õ Ö>ö Ø>ø Ù>ù Ú>ú Û>û Ü>ü Ý>ý Þ>þ Ā>ā Ă>ă Ą>ą Ć>ć Ĉ>ĉ Ċ>ċ Č>č Ď>ď Đ>đ Ē>ē Ĕ>ĕ Ė>ė Ę>ę Ě>ě
Ĝ>ĝ Ğ>ğ Ġ>ġ Ģ>ģ Ĥ>ĥ Ħ>ħ Ĩ>ĩ Ī>ī Ĭ>ĭ Į>į İ>i̇ Ĵ>ĵ Ķ>ķ Ĺ>ĺ Ļ>ļ Ľ>ľ Ł>ł Ń>ń Ņ>ņ Ň>ň Ŋ>ŋ Ō>ō Ŏ>ŏ Ő>ő Œ>œ Ŕ>ŕ Ŗ>ŗ Ř>ř Ś>ś Ŝ>ŝ Ş>ş Š>š Ţ>ţ Ť>ť Ŧ>ŧ
Ũ>ũ Ū>ū Ŭ>ŭ Ů>ů Ű>ű Ų>ų Ŵ>ŵ Ŷ>ŷ Ÿ>ÿ Ź>ź Ż>ż Ž>ž Ɓ>ɓ Ƃ>ƃ Ƅ>ƅ Ɔ>ɔ Ƈ>ƈ Ɖ>ɖ Ɗ>ɗ Ƌ>ƌ Ǝ>ǝ Ə>ə Ɛ>ɛ Ƒ>ƒ Ɠ>ɠ Ɣ>ɣ Ɩ>ɩ Ɨ>ɨ Ƙ>ƙ Ɯ>ɯ Ɲ>ɲ Ɵ>ɵ Ơ>ơ Ƣ>ƣ Ƥ>ƥ
Ʀ>ʀ Ƨ>ƨ Ʃ>ʃ Ƭ>ƭ Ʈ>ʈ Ư>ư Ʊ>ʊ Ʋ>ʋ Ƴ>ƴ Ƶ>ƶ Ʒ>ʒ Ƹ>ƹ Ƽ>ƽ Ǎ>ǎ Ǐ>ǐ Ǒ>ǒ Ǔ>ǔ Ǖ>ǖ Ǘ>ǘ Ǚ>ǚ Ǜ>ǜ Ǟ>ǟ Ǡ>ǡ Ǣ>ǣ Ǥ>ǥ Ǧ>ǧ Ǩ>ǩ Ǫ>ǫ Ǭ>ǭ Ǯ>ǯ Ǵ>ǵ Ƕ>ƕ Ƿ>ƿ Ǹ>ǹ Ǻ>ǻ
Ǽ>ǽ Ǿ>ǿ Ȁ>ȁ Ȃ>ȃ Ȅ>ȅ Ȇ>ȇ Ȉ>ȉ Ȋ>ȋ Ȍ>ȍ Ȏ>ȏ Ȑ>ȑ Ȓ>ȓ Ȕ>ȕ Ȗ>ȗ Ș>ș Ț>ț Ȝ>ȝ Ȟ>ȟ Ƞ>ƞ Ȣ>ȣ Ȥ>ȥ Ȧ>ȧ Ȩ>ȩ Ȫ>ȫ Ȭ>ȭ Ȯ>ȯ Ȱ>ȱ Ȳ>ȳ Ⱥ>ⱥ Ȼ>ȼ Ƚ>ƚ Ⱦ>ⱦ Ɂ>ɂ Ƀ>ƀ Ʉ>ʉ
Ʌ>ʌ Ɇ>ɇ Ɉ>ɉ Ɋ>ɋ Ɍ>ɍ Ɏ>ɏ Ͱ>ͱ Ͳ>ͳ Ͷ>ͷ Ϳ>ϳ Ά>ά Έ>έ Ή>ή Ί>ί Ό>ό Ύ>ύ Ώ>ώ Α>α Β>β Γ>γ Δ>δ Ε>ε Ζ>ζ Η>η Θ>θ Ι>ι Κ>κ Λ>λ Μ>μ Ν>ν Ξ>ξ Ο>ο Π>π Ρ>ρ Σ>σ
Τ>τ Υ>υ Φ>φ Χ>χ Ψ>ψ Ω>ω Ϊ>ϊ Ϋ>ϋ Ϗ>ϗ Ϙ>ϙ Ϛ>ϛ Ϝ>ϝ Ϟ>ϟ Ϡ>ϡ Ϣ>ϣ Ϥ>ϥ Ϧ>ϧ Ϩ>ϩ Ϫ>ϫ Ϭ>ϭ Ϯ>ϯ Ϸ>ϸ Ϻ>ϻ Ͻ>ͻ Ͼ>ͼ Ͽ>ͽ Ѐ>ѐ Ё>ё Ђ>ђ Ѓ>ѓ Є>є Ѕ>ѕ І>і Ї>ї Ј>ј
Љ>љ Њ>њ Ћ>ћ Ќ>ќ Ѝ>ѝ Ў>ў Џ>џ А>а Б>б В>в Г>г Д>д Е>е Ж>ж З>з И>и Й>й К>к Л>л М>м Н>н О>о П>п Р>р С>с Т>т У>у Ф>ф Х>х Ц>ц Ч>ч Ш>ш Щ>щ Ъ>ъ Ы>ы
Ь>ь Э>э Ю>ю Я>я Ѡ>ѡ Ѣ>ѣ Ѥ>ѥ Ѧ>ѧ Ѩ>ѩ Ѫ>ѫ Ѭ>ѭ Ѯ>ѯ Ѱ>ѱ Ѳ>ѳ Ѵ>ѵ Ѷ>ѷ Ѹ>ѹ Ѻ>ѻ Ѽ>ѽ Ѿ>ѿ Ҁ>ҁ Ҋ>ҋ Ҍ>ҍ Ҏ>ҏ Ґ>ґ Ғ>ғ Ҕ>ҕ Җ>җ Ҙ>ҙ Қ>қ Ҝ>ҝ Ҟ>ҟ Ҡ>ҡ Ң>ң Ҥ>ҥ
Ҧ>ҧ Ҩ>ҩ Ҫ>ҫ Ҭ>ҭ Ү>ү Ұ>ұ Ҳ>ҳ Ҵ>ҵ Ҷ>ҷ Ҹ>ҹ Һ>һ Ҽ>ҽ Ҿ>ҿ Ӏ>ӏ Ӂ>ӂ Ӄ>ӄ Ӆ>ӆ Ӈ>ӈ Ӊ>ӊ Ӌ>ӌ Ӎ>ӎ Ӑ>ӑ Ӓ>ӓ Ӕ>ӕ Ӗ>ӗ Ә>ә Ӛ>ӛ Ӝ>ӝ Ӟ>ӟ Ӡ>ӡ Ӣ>ӣ Ӥ>ӥ Ӧ>ӧ Ө>ө Ӫ>ӫ
Ӭ>ӭ Ӯ>ӯ Ӱ>ӱ Ӳ>ӳ Ӵ>ӵ Ӷ>ӷ Ӹ>ӹ Ӻ>ӻ Ӽ>ӽ Ӿ>ӿ Ԁ>ԁ Ԃ>ԃ Ԅ>ԅ Ԇ>ԇ Ԉ>ԉ Ԋ>ԋ Ԍ>ԍ Ԏ>ԏ Ԑ>ԑ Ԓ>ԓ Ԕ>ԕ Ԗ>ԗ Ԙ>ԙ Ԛ>ԛ Ԝ>ԝ Ԟ>ԟ Ԡ>ԡ Ԣ>ԣ Ԥ>ԥ Ԧ>ԧ Ԩ>ԩ Ԫ>ԫ Ԭ>ԭ Ԯ>ԯ Ա>ա
Բ>բ Գ>գ Դ>դ Ե>ե Զ>զ Է>է Ը>ը Թ>թ Ժ>ժ Ի>ի Լ>լ Խ>խ Ծ>ծ Կ>կ Հ>հ Ձ>ձ Ղ>ղ Ճ>ճ Մ>մ Յ>յ Ն>ն Շ>շ Ո>ո Չ>չ Պ>պ Ջ>ջ Ռ>ռ Ս>ս Վ>վ Տ>տ Ր>ր Ց>ց Ւ>ւ Փ>փ Ք>ք
Օ>օ Ֆ>ֆ Ⴀ>ⴀ Ⴁ>ⴁ Ⴂ>ⴂ Ⴃ>ⴃ Ⴄ>ⴄ Ⴅ>ⴅ Ⴆ>ⴆ Ⴇ>ⴇ Ⴈ>ⴈ Ⴉ>ⴉ Ⴊ>ⴊ Ⴋ>ⴋ Ⴌ>ⴌ Ⴍ>ⴍ Ⴎ>ⴎ Ⴏ>ⴏ Ⴐ>ⴐ Ⴑ>ⴑ Ⴒ>ⴒ Ⴓ>ⴓ Ⴔ>ⴔ Ⴕ>ⴕ Ⴖ>ⴖ Ⴗ>ⴗ Ⴘ>ⴘ Ⴙ>ⴙ Ⴚ>ⴚ Ⴛ>ⴛ Ⴜ>ⴜ Ⴝ>ⴝ Ⴞ>ⴞ Ⴟ>ⴟ Ⴠ>ⴠ
Ⴡ>ⴡ Ⴢ>ⴢ Ⴣ>ⴣ Ⴤ>ⴤ Ⴥ>ⴥ Ⴧ>ⴧ Ⴭ>ⴭ Ꭰ>ꭰ Ꭱ>ꭱ Ꭲ>ꭲ Ꭳ>ꭳ Ꭴ>ꭴ Ꭵ>ꭵ Ꭶ>ꭶ Ꭷ>ꭷ Ꭸ>ꭸ Ꭹ>ꭹ Ꭺ>ꭺ Ꭻ>ꭻ Ꭼ>ꭼ Ꭽ>ꭽ Ꭾ>ꭾ Ꭿ>ꭿ Ꮀ>ꮀ Ꮁ>ꮁ Ꮂ>ꮂ Ꮃ>ꮃ Ꮄ>ꮄ Ꮅ>ꮅ Ꮆ>ꮆ Ꮇ>ꮇ Ꮈ>ꮈ Ꮉ>ꮉ Ꮊ>ꮊ Ꮋ>ꮋ
Ꮌ>ꮌ Ꮍ>ꮍ Ꮎ>ꮎ Ꮏ>ꮏ Ꮐ>ꮐ Ꮑ>ꮑ Ꮒ>ꮒ Ꮓ>ꮓ Ꮔ>ꮔ Ꮕ>ꮕ Ꮖ>ꮖ Ꮗ>ꮗ Ꮘ>ꮘ Ꮙ>ꮙ Ꮚ>ꮚ Ꮛ>ꮛ Ꮜ>ꮜ Ꮝ>ꮝ Ꮞ>ꮞ Ꮟ>ꮟ Ꮠ>ꮠ Ꮡ>ꮡ Ꮢ>ꮢ Ꮣ>ꮣ Ꮤ>ꮤ Ꮥ>ꮥ Ꮦ>ꮦ Ꮧ>ꮧ Ꮨ>ꮨ Ꮩ>ꮩ Ꮪ>ꮪ Ꮫ>ꮫ Ꮬ>ꮬ Ꮭ>ꮭ Ꮮ>ꮮ
Ꮯ>ꮯ Ꮰ>ꮰ Ꮱ>ꮱ Ꮲ>ꮲ Ꮳ>ꮳ Ꮴ>ꮴ Ꮵ>ꮵ Ꮶ>ꮶ Ꮷ>ꮷ Ꮸ>ꮸ Ꮹ>ꮹ Ꮺ>ꮺ Ꮻ>ꮻ Ꮼ>ꮼ Ꮽ>ꮽ Ꮾ>ꮾ Ꮿ>ꮿ Ᏸ>ᏸ Ᏹ>ᏹ Ᏺ>ᏺ Ᏻ>ᏻ Ᏼ>ᏼ Ᏽ>ᏽ Ᲊ>ᲊ Ა>ა Ბ>ბ Გ>გ Დ>დ Ე>ე Ვ>ვ Ზ>ზ Თ>თ Ი>ი Კ>კ Ლ>ლ
Მ>მ Ნ>ნ Ო>ო Პ>პ Ჟ>ჟ Რ>რ Ს>ს Ტ>ტ Უ>უ Ფ>ფ Ქ>ქ Ღ>ღ Ყ>ყ Შ>შ Ჩ>ჩ Ც>ც Ძ>ძ Წ>წ Ჭ>ჭ Ხ>ხ Ჯ>ჯ Ჰ>ჰ Ჱ>ჱ Ჲ>ჲ Ჳ>ჳ Ჴ>ჴ Ჵ>ჵ Ჶ>ჶ Ჷ>ჷ Ჸ>ჸ Ჹ>ჹ Ჺ>ჺ Ჽ>ჽ Ჾ>ჾ Ჿ>ჿ
Ḁ>ḁ Ḃ>ḃ Ḅ>ḅ Ḇ>ḇ Ḉ>ḉ Ḋ>ḋ Ḍ>ḍ Ḏ>ḏ Ḑ>ḑ Ḓ>ḓ Ḕ>ḕ Ḗ>ḗ Ḙ>ḙ Ḛ>ḛ Ḝ>ḝ Ḟ>ḟ Ḡ>ḡ Ḣ>ḣ Ḥ>ḥ Ḧ>ḧ Ḩ>ḩ Ḫ>ḫ Ḭ>ḭ Ḯ>ḯ Ḱ>ḱ Ḳ>ḳ Ḵ>ḵ Ḷ>ḷ Ḹ>ḹ Ḻ>ḻ Ḽ>ḽ Ḿ>ḿ Ṁ>ṁ Ṃ>ṃ Ṅ>ṅ
Ṇ>ṇ Ṉ>ṉ Ṋ>ṋ Ṍ>ṍ Ṏ>ṏ Ṑ>ṑ Ṓ>ṓ Ṕ>ṕ Ṗ>ṗ Ṙ>ṙ Ṛ>ṛ Ṝ>ṝ Ṟ>ṟ Ṡ>ṡ Ṣ>ṣ Ṥ>ṥ Ṧ>ṧ Ṩ>ṩ Ṫ>ṫ Ṭ>ṭ Ṯ>ṯ Ṱ>ṱ Ṳ>ṳ Ṵ>ṵ Ṷ>ṷ Ṹ>ṹ Ṻ>ṻ Ṽ>ṽ Ṿ>ṿ Ẁ>ẁ Ẃ>ẃ Ẅ>ẅ Ẇ>ẇ Ẉ>ẉ Ẋ>ẋ
Ẍ>ẍ Ẏ>ẏ Ẑ>ẑ Ẓ>ẓ Ẕ>ẕ ẞ>ß Ạ>ạ Ả>ả Ấ>ấ Ầ>ầ Ẩ>ẩ Ẫ>ẫ Ậ>ậ Ắ>ắ Ằ>ằ Ẳ>ẳ Ẵ>ẵ Ặ>ặ Ẹ>ẹ Ẻ>ẻ Ẽ>ẽ Ế>ế Ề>ề Ể>ể Ễ>ễ Ệ>ệ Ỉ>ỉ Ị>ị Ọ>ọ Ỏ>ỏ Ố>ố Ồ>ồ Ổ>ổ Ỗ>ỗ Ộ>ộ
Ớ>ớ Ờ>ờ Ở>ở Ỡ>ỡ Ợ>ợ Ụ>ụ Ủ>ủ Ứ>ứ Ừ>ừ Ử>ử Ữ>ữ Ự>ự Ỳ>ỳ Ỵ>ỵ Ỷ>ỷ Ỹ>ỹ Ỻ>ỻ Ỽ>ỽ Ỿ>ỿ Ἀ>ἀ Ἁ>ἁ Ἂ>ἂ Ἃ>ἃ Ἄ>ἄ Ἅ>ἅ Ἆ>ἆ Ἇ>ἇ Ἐ>ἐ Ἑ>ἑ Ἒ>ἒ Ἓ>ἓ Ἔ>ἔ Ἕ>ἕ Ἠ>ἠ Ἡ>ἡ
Ἢ>ἢ Ἣ>ἣ Ἤ>ἤ Ἥ>ἥ Ἦ>ἦ Ἧ>ἧ Ἰ>ἰ Ἱ>ἱ Ἲ>ἲ Ἳ>ἳ Ἴ>ἴ Ἵ>ἵ Ἶ>ἶ Ἷ>ἷ Ὀ>ὀ Ὁ>ὁ Ὂ>ὂ Ὃ>ὃ Ὄ>ὄ Ὅ>ὅ Ὑ>ὑ Ὓ>ὓ Ὕ>ὕ Ὗ>ὗ Ὠ>ὠ Ὡ>ὡ Ὢ>ὢ Ὣ>ὣ Ὤ>ὤ Ὥ>ὥ Ὦ>ὦ Ὧ>ὧ ᾈ>ᾀ ᾉ>ᾁ ᾊ>ᾂ
ᾋ>ᾃ ᾌ>ᾄ ᾍ>ᾅ ᾎ>ᾆ ᾏ>ᾇ ᾘ>ᾐ ᾙ>ᾑ ᾚ>ᾒ ᾛ>ᾓ ᾜ>ᾔ ᾝ>ᾕ ᾞ>ᾖ ᾟ>ᾗ ᾨ>ᾠ ᾩ>ᾡ ᾪ>ᾢ ᾫ>ᾣ ᾬ>ᾤ ᾭ>ᾥ ᾮ>ᾦ ᾯ>ᾧ Ᾰ>ᾰ Ᾱ>ᾱ Ὰ>ὰ ᾼ>ᾳ Ὲ>ὲ Ὴ>ὴ ῌ>ῃ Ῐ>ῐ Ῑ>ῑ Ὶ>ὶ Ῠ>ῠ Ῡ>ῡ Ὺ>ὺ Ῥ>ῥ
Ὸ>ὸ Ὼ>ὼ ῼ>ῳ Ⅎ>ⅎ Ↄ>ↄ Ⰰ>ⰰ Ⰱ>ⰱ Ⰲ>ⰲ Ⰳ>ⰳ Ⰴ>ⰴ Ⰵ>ⰵ Ⰶ>ⰶ Ⰷ>ⰷ Ⰸ>ⰸ Ⰹ>ⰹ Ⰺ>ⰺ Ⰻ>ⰻ Ⰼ>ⰼ Ⰽ>ⰽ Ⰾ>ⰾ Ⰿ>ⰿ Ⱀ>ⱀ Ⱁ>ⱁ Ⱂ>ⱂ Ⱃ>ⱃ Ⱄ>ⱄ Ⱅ>ⱅ Ⱆ>ⱆ Ⱇ>ⱇ Ⱈ>ⱈ Ⱉ>ⱉ Ⱊ>ⱊ Ⱋ>ⱋ Ⱌ>ⱌ Ⱍ>ⱍ
Ⱎ>ⱎ Ⱏ>ⱏ Ⱐ>ⱐ Ⱑ>ⱑ Ⱒ>ⱒ Ⱓ>ⱓ Ⱔ>ⱔ Ⱕ>ⱕ Ⱖ>ⱖ Ⱗ>ⱗ Ⱘ>ⱘ Ⱙ>ⱙ Ⱚ>ⱚ Ⱛ>ⱛ Ⱜ>ⱜ Ⱝ>ⱝ Ⱞ>ⱞ Ⱟ>ⱟ Ⱡ>ⱡ Ɫ>ɫ Ᵽ>ᵽ Ɽ>ɽ Ⱨ>ⱨ Ⱪ>ⱪ Ⱬ>ⱬ Ɑ>ɑ Ɱ>ɱ Ɐ>ɐ Ɒ>ɒ Ⱳ>ⱳ Ⱶ>ⱶ Ȿ>ȿ Ɀ>ɀ Ⲁ>ⲁ Ⲃ>ⲃ
Ⲅ>ⲅ Ⲇ>ⲇ Ⲉ>ⲉ Ⲋ>ⲋ Ⲍ>ⲍ Ⲏ>ⲏ Ⲑ>ⲑ Ⲓ>ⲓ Ⲕ>ⲕ Ⲗ>ⲗ Ⲙ>ⲙ Ⲛ>ⲛ Ⲝ>ⲝ Ⲟ>ⲟ Ⲡ>ⲡ Ⲣ>ⲣ Ⲥ>ⲥ Ⲧ>ⲧ Ⲩ>ⲩ Ⲫ>ⲫ Ⲭ>ⲭ Ⲯ>ⲯ Ⲱ>ⲱ Ⲳ>ⲳ Ⲵ>ⲵ Ⲷ>ⲷ Ⲹ>ⲹ Ⲻ>ⲻ Ⲽ>ⲽ Ⲿ>ⲿ Ⳁ>ⳁ Ⳃ>ⳃ Ⳅ>ⳅ Ⳇ>ⳇ Ⳉ>ⳉ
Ⳋ>ⳋ Ⳍ>ⳍ Ⳏ>ⳏ Ⳑ>ⳑ Ⳓ>ⳓ Ⳕ>ⳕ Ⳗ>ⳗ Ⳙ>ⳙ Ⳛ>ⳛ Ⳝ>ⳝ Ⳟ>ⳟ Ⳡ>ⳡ Ⳣ>ⳣ Ⳬ>ⳬ Ⳮ>ⳮ Ⳳ>ⳳ Ꙁ>ꙁ Ꙃ>ꙃ Ꙅ>ꙅ Ꙇ>ꙇ Ꙉ>ꙉ Ꙋ>ꙋ Ꙍ>ꙍ Ꙏ>ꙏ Ꙑ>ꙑ Ꙓ>ꙓ Ꙕ>ꙕ Ꙗ>ꙗ Ꙙ>ꙙ Ꙛ>ꙛ Ꙝ>ꙝ Ꙟ>ꙟ Ꙡ>ꙡ Ꙣ>ꙣ Ꙥ>ꙥ
Ꙧ>ꙧ Ꙩ>ꙩ Ꙫ>ꙫ Ꙭ>ꙭ Ꚁ>ꚁ Ꚃ>ꚃ Ꚅ>ꚅ Ꚇ>ꚇ Ꚉ>ꚉ Ꚋ>ꚋ Ꚍ>ꚍ Ꚏ>ꚏ Ꚑ>ꚑ Ꚓ>ꚓ Ꚕ>ꚕ Ꚗ>ꚗ Ꚙ>ꚙ Ꚛ>ꚛ Ꜣ>ꜣ Ꜥ>ꜥ Ꜧ>ꜧ Ꜩ>ꜩ Ꜫ>ꜫ Ꜭ>ꜭ Ꜯ>ꜯ Ꜳ>ꜳ Ꜵ>ꜵ Ꜷ>ꜷ Ꜹ>ꜹ Ꜻ>ꜻ Ꜽ>ꜽ Ꜿ>ꜿ Ꝁ>ꝁ Ꝃ>ꝃ Ꝅ>ꝅ
Ꝇ>ꝇ Ꝉ>ꝉ Ꝋ>ꝋ Ꝍ>ꝍ Ꝏ>ꝏ Ꝑ>ꝑ Ꝓ>ꝓ Ꝕ>ꝕ Ꝗ>ꝗ Ꝙ>ꝙ Ꝛ>ꝛ Ꝝ>ꝝ Ꝟ>ꝟ Ꝡ>ꝡ Ꝣ>ꝣ Ꝥ>ꝥ Ꝧ>ꝧ Ꝩ>ꝩ Ꝫ>ꝫ Ꝭ>ꝭ Ꝯ>ꝯ Ꝺ>ꝺ Ꝼ>ꝼ Ᵹ>ᵹ Ꝿ>ꝿ Ꞁ>ꞁ Ꞃ>ꞃ Ꞅ>ꞅ Ꞇ>ꞇ Ꞌ>ꞌ Ɥ>ɥ Ꞑ>ꞑ Ꞓ>ꞓ Ꞗ>ꞗ Ꞙ>ꞙ
Ꞛ>ꞛ Ꞝ>ꞝ Ꞟ>ꞟ Ꞡ>ꞡ Ꞣ>ꞣ Ꞥ>ꞥ Ꞧ>ꞧ Ꞩ>ꞩ Ɦ>ɦ Ɜ>ɜ Ɡ>ɡ Ɬ>ɬ Ɪ>ɪ Ʞ>ʞ Ʇ>ʇ Ʝ>ʝ Ꭓ>ꭓ Ꞵ>ꞵ Ꞷ>ꞷ Ꞹ>ꞹ Ꞻ>ꞻ Ꞽ>ꞽ Ꞿ>ꞿ Ꟁ>ꟁ Ꟃ>ꟃ Ꞔ>ꞔ Ʂ>ʂ Ᶎ>ᶎ Ꟈ>ꟈ Ꟊ>ꟊ Ɤ>ɤ Ꟍ>ꟍ ꟎>꟏ Ꟑ>ꟑ ꟒>ꟓ
꟔>ꟕ Ꟗ>ꟗ Ꟙ>ꟙ Ꟛ>ꟛ Ƛ>ƛ Ꟶ>ꟶ
$pairs$, '\s+') AS pair
WHERE character = left(pair, 1);
--> statement-breakpoint
-- Traditional characters and their simplified form: src/server/search/simplified.txt.
INSERT INTO search_characters (character, folded, kind)
SELECT left(pair, 1), substr(pair, 2), 1
FROM regexp_split_to_table($pairs$
㑯㑔 㑳㑇 㑶㐹 㓨刾 㗲𠵾 㘚㘎 㜄㚯 㜏㛣 㜢𡞱 㠏㟆 㠣𫵷 㥮㤘 㩜㨫 㩳㧐 㩵擜 㺏𤠋 䁪𥇢 䁻䀥 䃮鿎 䊷䌶 䋙䌺 䋚䌻 䋹䌿 䋻䌾 䍦䍠 䎱䎬 䓣𬜯 䙡䙌 䜀䜧 䝼䞍 䡵𫟦 䥇䦂 䥑鿏 䥕𬭯 䥱䥾 䦛䦶 䦟䦷 䧢𨸟 䮄𫠊 䯀䯅 䰾鲃 䱷䲣 䱽䲝 䲁鳚 䲘鳤 䴉鹮 丟丢 並并 乾干 亂乱 亙亘 亞亚 佇伫 佈布 佔占 併并 來来 侖仑 侶侣 侷局
俁俣 係系 俔伣 俠侠 俥伡 俬私 倀伥 倆俩 倈俫 倉仓 個个 們们 倖幸 倫伦 倲㑈 偉伟 偑㐽 側侧 偵侦 偽伪 傌㐷 傑杰 傖伧 傘伞 備备 傢家 傭佣 傯偬 傳传 傴伛 債债 傷伤 傾倾 僂偻 僅仅 僉佥 僑侨 僕仆 僞伪 僤𫢸 僥侥 僨偾 僱雇 價价 儀仪 儁俊 儂侬 億亿 儈侩 儉俭 儎傤 儐傧 儔俦 儕侪 儘尽 償偿 優优 儲储 儷俪 儸㑩
儺傩 儻傥 儼俨 兇凶 兌兑 兒儿 兗兖 內内 兩两 冊册 冑胄 冪幂 凈净 凍冻 凜凛 凱凯 別别 刪删 剄刭 則则 剋克 剎刹 剗刬 剛刚 剝剥 剮剐 剴剀 創创 剷铲 劃划 劄札 劇剧 劉刘 劊刽 劌刿 劍剑 劏㓥 劑剂 劚㔉 勁劲 動动 務务 勛勋 勝胜 勞劳 勢势 勣𪟝 勩勚 勱劢 勳勋 勵励 勸劝 勻匀 匭匦 匯汇 匱匮 區区 協协 卹恤 卻却
卽即 厙厍 厠厕 厤历 厭厌 厲厉 厴厣 參参 叄叁 叢丛 吒咤 吳吴 吶呐 呂吕 咼呙 員员 唄呗 唸念 問问 啓启 啞哑 啟启 啢唡 喎㖞 喚唤 喪丧 喫吃 喬乔 單单 喲哟 嗆呛 嗇啬 嗊唝 嗎吗 嗚呜 嗩唢 嗰𠮶 嗶哔 嘆叹 嘍喽 嘓啯 嘔呕 嘖啧 嘗尝 嘜唛 嘩哗 嘮唠 嘯啸 嘰叽 嘵哓 嘸呒 嘽啴 噁恶 噓嘘 噚㖊 噝咝 噠哒 噥哝 噦哕 噯嗳
噲哙 噴喷 噸吨 噹当 嚀咛 嚇吓 嚌哜 嚐尝 嚕噜 嚙啮 嚥咽 嚦呖 嚧𠰷 嚨咙 嚮向 嚲亸 嚳喾 嚴严 嚶嘤 囀啭 囁嗫 囂嚣 囅冁 囈呓 囉啰 囌苏 囑嘱 囪囱 圇囵 國国 圍围 園园 圓圆 圖图 團团 垻坝 埡垭 埨𫭢 埰采 執执 堅坚 堊垩 堖垴 堝埚 堯尧 報报 場场 塊块 塋茔 塏垲 塒埘 塗涂 塚冢 塢坞 塤埙 塵尘 塸𫭟 塹堑 塿𪣻 墊垫
墜坠 墠𫮃 墮堕 墰坛 墳坟 墶垯 墻墙 墾垦 壇坛 壋垱 壎埙 壓压 壗𡋤 壘垒 壙圹 壚垆 壜坛 壞坏 壟垄 壠垅 壢坜 壩坝 壪塆 壯壮 壺壶 壼壸 壽寿 夠够 夢梦 夥伙 夾夹 奐奂 奧奥 奩奁 奪夺 奬奖 奮奋 奼姹 妝妆 姍姗 姦奸 娙𫰛 娛娱 婁娄 婦妇 婭娅 媧娲 媯妫 媰㛀 媼媪 媽妈 嫋袅 嫗妪 嫵妩 嫺娴 嫻娴 嫿婳 嬀妫 嬃媭 嬈娆
嬋婵 嬌娇 嬙嫱 嬡嫒 嬤嬷 嬪嫔 嬰婴 嬸婶 孃娘 孋㛤 孌娈 孫孙 學学 孻𡥧 孿孪 宮宫 寀采 寢寝 實实 寧宁 審审 寫写 寬宽 寵宠 寶宝 將将 專专 尋寻 對对 導导 尷尴 屆届 屍尸 屓屃 屜屉 屢屡 層层 屨屦 屬属 岡冈 峯峰 峴岘 島岛 峽峡 崍崃 崑昆 崗岗 崙仑 崢峥 崬岽 嵐岚 嵗岁 嵽𫶇 嵾㟥 嶁嵝 嶄崭 嶇岖 嶔嵚 嶗崂 嶠峤
嶢峣 嶧峄 嶨峃 嶮崄 嶸嵘 嶺岭 嶼屿 嶽岳 巋岿 巒峦 巔巅 巖岩 巘𪩘 巰巯 巹卺 帥帅 師师 帳帐 帶带 幀帧 幃帏 幓㡎 幗帼 幘帻 幟帜 幣币 幫帮 幬帱 幷并 幹干 幾几 庫库 廁厕 廂厢 廄厩 廈厦 廎庼 廕荫 廚厨 廝厮 廞𫷷 廟庙 廠厂 廡庑 廢废 廣广 廩廪 廬庐 廳厅 弒弑 弔吊 弳弪 張张 強强 彄𫸩 彆别 彈弹 彌弥 彎弯 彔录
彙汇 彠彟 彥彦 彫雕 彲彨 彿佛 後后 徑径 從从 徠徕 復复 徵征 徹彻 恆恒 恥耻 悅悦 悞悮 悵怅 悶闷 悽凄 惡恶 惱恼 惲恽 惻恻 愛爱 愜惬 愨悫 愴怆 愷恺 愾忾 慄栗 態态 慍愠 慘惨 慚惭 慟恸 慣惯 慤悫 慪怄 慫怂 慮虑 慳悭 慶庆 慺㥪 慼戚 慾欲 憂忧 憊惫 憐怜 憑凭 憒愦 憖慭 憚惮 憤愤 憫悯 憮怃 憲宪 憶忆 懇恳 應应
懌怿 懍懔 懞蒙 懟怼 懣懑 懤㤽 懨恹 懲惩 懶懒 懷怀 懸悬 懺忏 懼惧 懾慑 戀恋 戇戆 戔戋 戧戗 戩戬 戰战 戱戯 戲戏 戶户 扞捍 拋抛 拚拼 挩捝 挱挲 挾挟 捨舍 捫扪 捱挨 捲卷 掃扫 掄抡 掆㧏 掗挜 掙挣 掛挂 採采 揀拣 揚扬 換换 揮挥 揯搄 損损 搖摇 搗捣 搧扇 搵揾 搶抢 摑掴 摜掼 摟搂 摯挚 摳抠 摶抟 摺折 摻掺 撈捞
撏挦 撐撑 撓挠 撝㧑 撟挢 撣掸 撥拨 撫抚 撲扑 撳揿 撻挞 撾挝 撿捡 擁拥 擄掳 擇择 擊击 擋挡 擓㧟 擔担 據据 擠挤 擡抬 擣捣 擬拟 擯摈 擰拧 擱搁 擲掷 擴扩 擷撷 擺摆 擻擞 擼撸 擽㧰 擾扰 攄摅 攆撵 攏拢 攔拦 攖撄 攙搀 攛撺 攜携 攝摄 攢攒 攣挛 攤摊 攪搅 攬揽 敎教 敓敚 敗败 敘叙 敵敌 數数 斂敛 斃毙 斆敩 斕斓
斬斩 斷断 於于 旂旗 旣既 昇升 時时 晉晋 晛𬀪 晝昼 暈晕 暉晖 暐𬀩 暘旸 暢畅 暫暂 曄晔 曆历 曇昙 曉晓 曏向 曖暧 曠旷 曥𣆐 曨昽 曬晒 書书 會会 朥𦛨 朧胧 朮术 東东 枴拐 柵栅 柺拐 査查 桱𣐕 桿杆 梔栀 梘枧 梜𬂩 條条 梟枭 梲棁 棄弃 棊棋 棖枨 棗枣 棟栋 棡㭎 棧栈 棲栖 棶梾 椏桠 椲㭏 楊杨 楓枫 楨桢 業业 極极
榘矩 榦干 榪杩 榮荣 榲榅 榿桤 構构 槍枪 槓杠 槤梿 槧椠 槨椁 槮椮 槳桨 槶椢 槼椝 樁桩 樂乐 樅枞 樑梁 樓楼 標标 樞枢 樢㭤 樣样 樧榝 樫㭴 樳桪 樸朴 樹树 樺桦 樿椫 橈桡 橋桥 機机 橢椭 橫横 橯𣓿 檁檩 檉柽 檔档 檜桧 檟槚 檢检 檣樯 檮梼 檯台 檳槟 檸柠 檻槛 櫃柜 櫍𬃊 櫓橹 櫚榈 櫛栉 櫝椟 櫞橼 櫟栎 櫥橱 櫧槠
櫨栌 櫪枥 櫫橥 櫬榇 櫱蘖 櫳栊 櫸榉 櫻樱 欄栏 欅榉 權权 欏椤 欒栾 欓𣗋 欖榄 欞棂 欽钦 歎叹 歐欧 歟欤 歡欢 歲岁 歷历 歸归 歿殁 殘残 殞殒 殤殇 殨㱮 殫殚 殭僵 殮殓 殯殡 殰㱩 殲歼 殺杀 殻壳 殼壳 毀毁 毆殴 毿毵 氂牦 氈毡 氌氇 氣气 氫氢 氬氩 氳氲 氾泛 汎泛 汙污 決决 沒没 沖冲 況况 泝溯 洩泄 洶汹 浹浃 浿𬇙
涇泾 涗涚 涼凉 淒凄 淚泪 淥渌 淨净 淩凌 淪沦 淵渊 淶涞 淺浅 渙涣 減减 渢沨 渦涡 測测 渾浑 湊凑 湋𣲗 湞浈 湧涌 湯汤 溈沩 準准 溝沟 溫温 溮浉 溳涢 溼湿 滄沧 滅灭 滌涤 滎荥 滙汇 滬沪 滯滞 滲渗 滷卤 滸浒 滻浐 滾滚 滿满 漁渔 漊溇 漍𬇹 漚沤 漢汉 漣涟 漬渍 漲涨 漵溆 漸渐 漿浆 潁颍 潑泼 潔洁 潕𣲘 潙沩 潚㴋
潛潜 潤润 潯浔 潰溃 潷滗 潿涠 澀涩 澆浇 澇涝 澐沄 澗涧 澠渑 澤泽 澦滪 澩泶 澫𬇕 澮浍 澱淀 澾㳠 濁浊 濃浓 濄㳡 濆𣸣 濕湿 濘泞 濚溁 濛蒙 濜浕 濟济 濤涛 濧㳔 濫滥 濰潍 濱滨 濺溅 濼泺 濾滤 瀂澛 瀅滢 瀆渎 瀇㲿 瀉泻 瀋沈 瀏浏 瀕濒 瀘泸 瀝沥 瀟潇 瀠潆 瀦潴 瀧泷 瀨濑 瀰弥 瀲潋 瀾澜 灃沣 灄滠 灑洒 灒𪷽 灕漓
灘滩 灙𣺼 灝灏 灡㳕 灣湾 灤滦 灧滟 灩滟 災灾 為为 烏乌 烴烃 無无 煉炼 煒炜 煙烟 煢茕 煥焕 煩烦 煬炀 煱㶽 熅煴 熒荧 熗炝 熰𬉼 熱热 熲颎 熾炽 燀𬊤 燁烨 燈灯 燉炖 燒烧 燖𬊈 燙烫 燜焖 營营 燦灿 燬毁 燭烛 燴烩 燶㶶 燻熏 燼烬 燾焘 爍烁 爐炉 爛烂 爭争 爲为 爺爷 爾尔 牀床 牆墙 牘牍 牴抵 牽牵 犖荦 犛牦 犢犊
犧牺 狀状 狹狭 狽狈 猙狰 猶犹 猻狲 獁犸 獃呆 獄狱 獅狮 獎奖 獨独 獪狯 獫猃 獮狝 獰狞 獱㺍 獲获 獵猎 獷犷 獸兽 獺獭 獻献 獼猕 玀猡 現现 琱雕 琺珐 琿珲 瑋玮 瑒玚 瑣琐 瑤瑶 瑩莹 瑪玛 瑲玱 璉琏 璊𫞩 璕𬍤 璗𬍡 璡琎 璣玑 璦瑷 璫珰 璯㻅 環环 璵玙 璸瑸 璽玺 璿璇 瓅𬍛 瓊琼 瓏珑 瓔璎 瓚瓒 瓛𤩽 甌瓯 甕瓮 產产
産产 畝亩 畢毕 畫画 異异 畵画 當当 疇畴 疊叠 痙痉 痠酸 痾疴 瘂痖 瘋疯 瘍疡 瘓痪 瘞瘗 瘡疮 瘧疟 瘮瘆 瘲疭 瘺瘘 瘻瘘 療疗 癆痨 癇痫 癉瘅 癒愈 癘疠 癟瘪 癡痴 癢痒 癤疖 癥症 癧疬 癩癞 癬癣 癭瘿 癮瘾 癰痈 癱瘫 癲癫 發发 皁皂 皚皑 皰疱 皸皲 皺皱 盃杯 盜盗 盞盏 盡尽 監监 盤盘 盧卢 盪荡 眞真 眥眦 眾众 睍𪾢
睏困 睜睁 睞睐 瞘眍 瞜䁖 瞞瞒 瞶瞆 瞼睑 矇蒙 矓眬 矚瞩 矯矫 硃朱 硜硁 硤硖 硨砗 硯砚 碕埼 碩硕 碭砀 碸砜 確确 碼码 碽䂵 磑硙 磚砖 磠硵 磣碜 磧碛 磯矶 磽硗 磾䃅 礄硚 礎础 礐𬒈 礙碍 礦矿 礪砺 礫砾 礬矾 礱砻 祕秘 祿禄 禍祸 禎祯 禕祎 禡祃 禦御 禪禅 禮礼 禰祢 禱祷 禿秃 秈籼 稅税 稈秆 稏䅉 稜棱 稟禀 種种
稱称 穀谷 穇䅟 穌稣 積积 穎颖 穠秾 穡穑 穢秽 穩稳 穫获 穭穞 窩窝 窪洼 窮穷 窯窑 窵窎 窶窭 窺窥 竄窜 竅窍 竇窦 竈灶 竊窃 竪竖 競竞 筆笔 筍笋 筧笕 筴䇲 箇个 箋笺 箏筝 箚札 節节 範范 築筑 篋箧 篔筼 篠筿 篢𬕂 篤笃 篩筛 篳筚 篸𥮾 簀箦 簍篓 簑蓑 簞箪 簡简 簣篑 簫箫 簹筜 簽签 簾帘 籃篮 籅𥫣 籌筹 籔䉤 籙箓
籛篯 籜箨 籟籁 籠笼 籤签 籩笾 籪簖 籬篱 籮箩 籲吁 粵粤 糉粽 糝糁 糞粪 糧粮 糰团 糲粝 糴籴 糶粜 糹纟 糾纠 紀纪 紂纣 紃𬘓 約约 紅红 紆纡 紇纥 紈纨 紉纫 紋纹 納纳 紐纽 紓纾 純纯 紕纰 紖纼 紗纱 紘纮 紙纸 級级 紛纷 紜纭 紝纴 紞𬘘 紡纺 紬䌷 紮扎 細细 紱绂 紲绁 紳绅 紵纻 紹绍 紺绀 紼绋 紿绐 絀绌 終终 絃弦
組组 絅䌹 絆绊 絎绗 結结 絕绝 絛绦 絝绔 絞绞 絡络 絢绚 給给 絨绒 絪𬘡 絰绖 統统 絲丝 絳绛 絶绝 絹绢 絺𫄨 綁绑 綃绡 綄𬘫 綆绠 綈绨 綉绣 綌绤 綎𬘩 綏绥 綐䌼 綑捆 經经 綖𫄧 綜综 綝𬘭 綞缍 綠绿 綡𫟅 綢绸 綣绻 綧𬘯 綪𬘬 綫线 綬绶 維维 綯绹 綰绾 綱纲 網网 綳绷 綴缀 綵彩 綸纶 綹绺 綺绮 綻绽 綽绰 綾绫 綿绵
緄绲 緇缁 緊紧 緋绯 緑绿 緒绪 緓绬 緔绱 緗缃 緘缄 緙缂 線线 緝缉 緞缎 締缔 緡缗 緣缘 緦缌 編编 緩缓 緬缅 緯纬 緱缑 緲缈 練练 緶缏 緹缇 緻致 緼缊 縈萦 縉缙 縊缢 縋缒 縐绉 縑缣 縕缊 縗缞 縛缚 縝缜 縞缟 縟缛 縣县 縧绦 縫缝 縭缡 縮缩 縯𬙂 縱纵 縲缧 縳䌸 縴纤 縵缦 縶絷 縷缕 縹缥 總总 績绩 繃绷 繅缫 繆缪
繒缯 織织 繕缮 繚缭 繞绕 繡绣 繢缋 繩绳 繪绘 繫系 繭茧 繮缰 繯缳 繰缲 繳缴 繶𫄷 繸䍁 繹绎 繻𦈡 繼继 繽缤 繾缱 繿䍀 纁𫄸 纆𬙊 纇颣 纈缬 纊纩 續续 纍累 纏缠 纓缨 纔才 纕𬙋 纖纤 纘缵 纜缆 缽钵 罃䓨 罈坛 罌罂 罎坛 罰罚 罵骂 罷罢 羅罗 羆罴 羈羁 羋芈 羣群 羥羟 羨羡 義义 羶膻 習习 翫玩 翬翚 翹翘 翽翙 耬耧
耮耢 聖圣 聞闻 聯联 聰聪 聲声 聳耸 聵聩 聶聂 職职 聹聍 聽听 聾聋 肅肃 脅胁 脈脉 脛胫 脣唇 脩修 脫脱 脹胀 腎肾 腖胨 腡脶 腦脑 腫肿 腳脚 腸肠 膃腽 膕腘 膚肤 膞䏝 膠胶 膢𦝼 膩腻 膽胆 膾脍 膿脓 臉脸 臍脐 臏膑 臘腊 臚胪 臟脏 臠脔 臢臜 臥卧 臨临 臺台 與与 興兴 舉举 舊旧 舖铺 舘馆 艙舱 艤舣 艦舰 艫舻 艱艰
艷艳 芻刍 苧苎 茲兹 荊荆 莊庄 莖茎 莢荚 莧苋 華华 菴庵 菸烟 萇苌 萊莱 萬万 萴荝 萵莴 葉叶 葒荭 葤荮 葦苇 葯药 葷荤 蒍𫇭 蒐搜 蒓莼 蒔莳 蒕蒀 蒞莅 蒼苍 蓀荪 蓆席 蓋盖 蓮莲 蓯苁 蓴莼 蓽荜 蔄𬜬 蔔卜 蔘参 蔞蒌 蔣蒋 蔥葱 蔦茑 蔭荫 蔯𫈟 蔿𫇭 蕁荨 蕆蒇 蕎荞 蕒荬 蕓芸 蕕莸 蕘荛 蕢蒉 蕩荡 蕪芜 蕭萧 蕷蓣 薀蕰
薈荟 薊蓟 薌芗 薑姜 薔蔷 薘荙 薟莶 薦荐 薩萨 薳䓕 薴苎 薵䓓 薹苔 薺荠 藍蓝 藎荩 藝艺 藥药 藪薮 藭䓖 藴蕴 藶苈 藹蔼 藺蔺 蘀萚 蘄蕲 蘆芦 蘇苏 蘊蕴 蘋苹 蘚藓 蘞蔹 蘟𦻕 蘢茏 蘭兰 蘺蓠 蘿萝 虆蔂 虉𬟁 處处 虛虚 虜虏 號号 虧亏 虯虬 蛺蛱 蛻蜕 蜆蚬 蝀𬟽 蝕蚀 蝟猬 蝦虾 蝨虱 蝸蜗 螄蛳 螞蚂 螢萤 螮䗖 螻蝼 螿螀
蟄蛰 蟈蝈 蟎螨 蟣虮 蟬蝉 蟯蛲 蟲虫 蟳𫊻 蟶蛏 蟻蚁 蠁蚃 蠅蝇 蠆虿 蠍蝎 蠐蛴 蠑蝾 蠔蚝 蠟蜡 蠣蛎 蠨蟏 蠱蛊 蠶蚕 蠻蛮 衆众 衊蔑 術术 衕同 衚胡 衛卫 衝冲 袞衮 袷夹 裊袅 裏里 補补 裝装 裡里 製制 複复 褌裈 褘袆 褲裤 褳裢 褸褛 褻亵 襀𫌀 襇裥 襉裥 襏袯 襖袄 襝裣 襠裆 襤褴 襪袜 襬摆 襯衬 襲袭 襴襕 覈核 見见
覎觃 規规 覓觅 視视 覘觇 覡觋 覥觍 覦觎 親亲 覬觊 覯觏 覲觐 覷觑 覺觉 覽览 覿觌 觀观 觴觞 觶觯 觸触 訁讠 訂订 訃讣 計计 訊讯 訌讧 討讨 訏𬣙 訐讦 訒讱 訓训 訕讪 訖讫 託托 記记 訛讹 訝讶 訟讼 訢䜣 訣诀 訥讷 訩讻 訪访 設设 許许 訴诉 訶诃 診诊 註注 証证 詀𧮪 詁诂 詆诋 詎讵 詐诈 詒诒 詔诏 評评 詖诐 詗诇
詘诎 詛诅 詝𬣞 詞词 詠咏 詡诩 詢询 詣诣 試试 詩诗 詪𬣳 詫诧 詬诟 詭诡 詮诠 詰诘 話话 該该 詳详 詵诜 詷𫍣 詼诙 詿诖 誄诔 誅诛 誆诓 誇夸 誌志 認认 誑诳 誒诶 誕诞 誘诱 誚诮 語语 誠诚 誡诫 誣诬 誤误 誥诰 誦诵 誨诲 說说 説说 誰谁 課课 誶谇 誹诽 誼谊 誾訚 調调 諂谄 諄谆 談谈 諉诿 請请 諍诤 諏诹 諑诼 諒谅
諓𬣡 論论 諗谂 諛谀 諜谍 諝谞 諞谝 諟𬤊 諡谥 諢诨 諤谔 諦谛 諧谐 諫谏 諭谕 諮咨 諱讳 諲𬤇 諳谙 諴𫍯 諶谌 諷讽 諸诸 諺谚 諼谖 諾诺 謀谋 謁谒 謂谓 謄誊 謅诌 謊谎 謎谜 謏𫍲 謐谧 謔谑 謖谡 謗谤 謙谦 謚谥 講讲 謝谢 謠谣 謡谣 謨谟 謫谪 謬谬 謭谫 謳讴 謹谨 謾谩 譁哗 證证 譎谲 譏讥 譓𬤝 譖谮 識识 譙谯 譚谭
譜谱 譞𫍽 譟噪 譫谵 譭毁 譯译 議议 譴谴 護护 譸诪 譽誉 譾谫 讀读 讅谉 變变 讋詟 讌䜩 讎雠 讒谗 讓让 讕谰 讖谶 讚赞 讜谠 讞谳 谿溪 豈岂 豎竖 豐丰 豔艳 豬猪 豶豮 貍狸 貓猫 貙䝙 貝贝 貞贞 貟贠 負负 財财 貢贡 貧贫 貨货 販贩 貪贪 貫贯 責责 貯贮 貰贳 貲赀 貳贰 貴贵 貶贬 買买 貸贷 貺贶 費费 貼贴 貽贻 貿贸
賀贺 賁贲 賂赂 賃赁 賄贿 賅赅 資资 賈贾 賊贼 賑赈 賒赊 賓宾 賕赇 賙赒 賚赉 賜赐 賞赏 賠赔 賡赓 賢贤 賣卖 賤贱 賦赋 賧赕 質质 賫赍 賬账 賭赌 賰䞐 賴赖 賵赗 賺赚 賻赙 購购 賽赛 賾赜 贄贽 贅赘 贇赟 贈赠 贊赞 贋赝 贍赡 贏赢 贐赆 贓赃 贔赑 贖赎 贗赝 贛赣 贜赃 赬赪 趕赶 趙赵 趨趋 趲趱 跡迹 踐践 踰逾 踴踊
蹌跄 蹕跸 蹟迹 蹠跖 蹣蹒 蹤踪 蹺跷 躂跶 躉趸 躊踌 躋跻 躍跃 躎䟢 躑踯 躒跞 躓踬 躕蹰 躚跹 躡蹑 躥蹿 躦躜 躪躏 軀躯 車车 軋轧 軌轨 軍军 軏𫐄 軑轪 軒轩 軔轫 軛轭 軝𬨂 軟软 軤轷 軫轸 軲轱 軸轴 軹轵 軺轺 軻轲 軼轶 軾轼 較较 輄𨐈 輅辂 輇辁 輈辀 載载 輊轾 輋𪨶 輒辄 輓挽 輔辅 輕轻 輗𫐐 輛辆 輜辎 輝辉 輞辋
輟辍 輥辊 輦辇 輩辈 輪轮 輬辌 輮𫐓 輯辑 輳辏 輶𬨎 輸输 輻辐 輼辒 輾辗 輿舆 轀辒 轂毂 轄辖 轅辕 轆辘 轉转 轍辙 轎轿 轔辚 轟轰 轡辔 轢轹 轤轳 辦办 辭辞 辮辫 辯辩 農农 迴回 逕径 這这 連连 週周 進进 遊游 運运 過过 達达 違违 遙遥 遜逊 遞递 遠远 遡溯 適适 遲迟 遶绕 遷迁 選选 遺遗 遼辽 邁迈 還还 邇迩 邊边
邏逻 邐逦 郟郏 郵邮 鄆郓 鄉乡 鄒邹 鄔邬 鄖郧 鄧邓 鄩𬩽 鄭郑 鄰邻 鄲郸 鄳𫑡 鄴邺 鄶郐 鄺邝 酇酂 酈郦 醃腌 醖酝 醜丑 醞酝 醟蒏 醣糖 醫医 醬酱 醱酦 醲𬪩 釀酿 釁衅 釃酾 釅酽 釋释 釐厘 釒钅 釓钆 釔钇 釕钌 釗钊 釘钉 釙钋 針针 釣钓 釤钐 釦扣 釧钏 釩钒 釴𬬩 釵钗 釷钍 釹钕 釺钎 釾䥺 釿𬬱 鈀钯 鈁钫 鈃钘 鈄钭
鈅钥 鈇𫓧 鈈钚 鈉钠 鈍钝 鈎钩 鈐钤 鈑钣 鈒钑 鈔钞 鈕钮 鈞钧 鈡钟 鈣钙 鈥钬 鈦钛 鈧钪 鈮铌 鈰铈 鈳钶 鈴铃 鈷钴 鈸钹 鈹铍 鈺钰 鈽钸 鈾铀 鈿钿 鉀钾 鉅巨 鉆钻 鉈铊 鉉铉 鉊𬬿 鉋铇 鉍铋 鉑铂 鉕钷 鉗钳 鉚铆 鉛铅 鉝𫟷 鉞钺 鉢钵 鉤钩 鉥𬬸 鉦钲 鉧𬭁 鉬钼 鉭钽 鉮𬬹 鉳锫 鉶铏 鉷𫟹 鉸铰 鉺铒 鉻铬 鉿铪 銀银 銃铳
銅铜 銈𫓯 銍铚 銑铣 銓铨 銖铢 銘铭 銚铫 銛铦 銜衔 銠铑 銣铷 銥铱 銦铟 銨铵 銩铥 銪铕 銫铯 銬铐 銱铞 銳锐 銶𨱇 銷销 銹锈 銻锑 銼锉 鋁铝 鋃锒 鋅锌 鋇钡 鋌铤 鋏铗 鋐𬭎 鋒锋 鋗𫓶 鋙铻 鋝锊 鋟锓 鋣铘 鋤锄 鋥锃 鋦锔 鋨锇 鋩铓 鋪铺 鋭锐 鋮铖 鋯锆 鋰锂 鋱铽 鋶锍 鋸锯 鋹𬬮 鋼钢 錀𬬭 錁锞 錄录 錆锖 錇锫 錈锩
錏铔 錐锥 錒锕 錕锟 錘锤 錙锱 錚铮 錛锛 錞𬭚 錟锬 錠锭 錡锜 錢钱 錤𫓹 錦锦 錨锚 錩锠 錫锡 錮锢 錯错 録录 錳锰 錶表 錸铼 錼镎 鍀锝 鍁锨 鍃锪 鍅钫 鍆钔 鍇锴 鍈锳 鍊炼 鍋锅 鍍镀 鍔锷 鍘铡 鍚钖 鍛锻 鍠锽 鍤锸 鍥锲 鍩锘 鍬锹 鍭𬭤 鍰锾 鍵键 鍶锶 鍺锗 鍼针 鍾钟 鎂镁 鎄锿 鎇镅 鎊镑 鎌镰 鎓𬭩 鎔镕 鎖锁 鎘镉
鎚锤 鎛镈 鎝𨱏 鎡镃 鎢钨 鎣蓥 鎦镏 鎧铠 鎩铩 鎪锼 鎬镐 鎭镇 鎮镇 鎰镒 鎲镋 鎳镍 鎵镓 鎶鿔 鎸镌 鎿镎 鏃镞 鏇旋 鏈链 鏌镆 鏍镙 鏏𬭬 鏐镠 鏑镝 鏗铿 鏘锵 鏜镗 鏝镘 鏞镛 鏟铲 鏡镜 鏢镖 鏤镂 鏨錾 鏰镚 鏵铧 鏷镤 鏹镪 鏺䥽 鏻𬭸 鏽锈 鐃铙 鐄𨱑 鐇𫔍 鐋铴 鐍𫔎 鐏𨱔 鐐镣 鐒铹 鐓镦 鐔镡 鐘钟 鐙镫 鐝镢 鐠镨 鐥䦅
鐦锎 鐧锏 鐨镄 鐩𬭼 鐫镌 鐮镰 鐯䦃 鐲镯 鐳镭 鐵铁 鐶镮 鐸铎 鐺铛 鐽𫟼 鐿镱 鑄铸 鑊镬 鑌镔 鑑鉴 鑒鉴 鑔镲 鑕锧 鑞镴 鑠铄 鑣镳 鑥镥 鑪𬬻 鑭镧 鑰钥 鑱镵 鑲镶 鑷镊 鑹镩 鑼锣 鑽钻 鑾銮 鑿凿 钁镢 钂镋 長长 門门 閂闩 閃闪 閆闫 閈闬 閉闭 開开 閌闶 閎闳 閏闰 閑闲 閒闲 間间 閔闵 閘闸 閡阂 閣阁 閤合 閥阀 閨闺
閩闽 閫阃 閬阆 閭闾 閱阅 閲阅 閶阊 閹阉 閻阎 閼阏 閽阍 閾阈 閿阌 闃阒 闆板 闇暗 闈闱 闉𬮱 闊阔 闋阕 闌阑 闍阇 闐阗 闑𫔶 闒阘 闓闿 闔阖 闕阙 闖闯 關关 闞阚 闠阓 闡阐 闢辟 闤阛 闥闼 陘陉 陝陕 陞升 陣阵 陰阴 陳陈 陸陆 陽阳 隉陧 隊队 階阶 隑𬮿 隕陨 際际 隤𬯎 隨随 險险 隮𬯀 隯陦 隱隐 隴陇 隸隶 隻只 雋隽
雖虽 雙双 雛雏 雜杂 雞鸡 離离 難难 雲云 電电 霑沾 霢霡 霧雾 霽霁 靂雳 靄霭 靆叇 靈灵 靉叆 靚靓 靜静 靝靔 靦腼 靨靥 鞏巩 鞝绱 鞦秋 鞽鞒 韁缰 韃鞑 韆千 韉鞯 韋韦 韌韧 韍韨 韓韩 韙韪 韜韬 韝鞲 韞韫 韻韵 響响 頁页 頂顶 頃顷 項项 順顺 頇顸 須须 頊顼 頌颂 頍𫠆 頎颀 頏颃 預预 頑顽 頒颁 頓顿 頔𬱖 頗颇 領领
頜颌 頠𬱟 頡颉 頤颐 頦颏 頫𫖯 頭头 頮颒 頰颊 頲颋 頴颕 頵𫖳 頷颔 頸颈 頹颓 頻频 頽颓 顆颗 題题 額额 顎颚 顏颜 顒颙 顓颛 顔颜 顗𫖮 願愿 顙颡 顛颠 類类 顢颟 顥颢 顧顾 顫颤 顬颥 顯显 顰颦 顱颅 顳颞 顴颧 風风 颭飐 颮飑 颯飒 颱台 颳刮 颶飓 颸飔 颺飏 颻飖 颼飕 飀飗 飄飘 飆飙 飈飚 飛飞 飠饣 飢饥 飣饤 飥饦
飩饨 飪饪 飫饫 飭饬 飯饭 飱飧 飲饮 飴饴 飼饲 飽饱 飾饰 飿饳 餃饺 餄饸 餅饼 餈糍 餉饷 養养 餌饵 餎饹 餏饻 餑饽 餒馁 餓饿 餕馂 餖饾 餗𫗧 餘余 餚肴 餛馄 餜馃 餞饯 餡馅 館馆 餬糊 餱糇 餳饧 餵喂 餶馉 餷馇 餸𩠌 餺馎 餼饩 餾馏 餿馊 饁馌 饃馍 饅馒 饈馐 饉馑 饊馓 饋馈 饌馔 饑饥 饒饶 饗飨 饘𫗴 饜餍 饞馋 饢馕
馬马 馭驭 馮冯 馱驮 馳驰 馴驯 馹驲 馼𫘜 駁驳 駃𫘝 駉𬳶 駐驻 駑驽 駒驹 駓𬳵 駔驵 駕驾 駘骀 駙驸 駛驶 駝驼 駟驷 駡骂 駢骈 駪𬳽 駭骇 駰骃 駱骆 駸骎 駼𬳿 駿骏 騁骋 騂骍 騄𫘧 騅骓 騊𫘦 騌骔 騍骒 騎骑 騏骐 騑𬴂 騖骛 騙骗 騞𬴃 騠𫘨 騤骙 騧䯄 騫骞 騭骘 騮骝 騰腾 騱𫘬 騵𫘪 騶驺 騷骚 騸骟 騾骡 驀蓦 驁骜 驂骖
驃骠 驄骢 驅驱 驊骅 驌骕 驍骁 驎𬴊 驏骣 驕骄 驗验 驚惊 驛驿 驟骤 驢驴 驤骧 驥骥 驦骦 驪骊 驫骉 骯肮 髏髅 髒脏 體体 髕髌 髖髋 髮发 鬆松 鬍胡 鬚须 鬢鬓 鬥斗 鬧闹 鬨哄 鬩阋 鬮阄 鬱郁 鬹鬶 魎魉 魘魇 魚鱼 魛鱽 魟𫚉 魢鱾 魨鲀 魯鲁 魴鲂 魷鱿 魺鲄 鮀𬶍 鮁鲅 鮃鲆 鮆𫚖 鮈𬶋 鮊鲌 鮋鲉 鮍鲏 鮎鲇 鮐鲐 鮑鲍 鮒鲋
鮓鲊 鮚鲒 鮜鲘 鮝鲞 鮞鲕 鮟𩽾 鮠𬶏 鮡𬶐 鮣䲟 鮦鲖 鮪鲔 鮫鲛 鮭鲑 鮮鲜 鮳鲓 鮶鲪 鮸𩾃 鮺鲝 鯀鲧 鯁鲠 鯇鲩 鯉鲤 鯊鲨 鯒鲬 鯔鲻 鯕鲯 鯖鲭 鯗鲞 鯛鲷 鯝鲴 鯡鲱 鯢鲵 鯤鲲 鯧鲳 鯨鲸 鯪鲮 鯫鲰 鯰鲶 鯴鲺 鯷鳀 鯻𬶟 鯽鲫 鯿鳊 鰁鳈 鰂鲗 鰃鳂 鰆䲠 鰈鲽 鰉鳇 鰊𬶠 鰌䲡 鰍鳅 鰏鲾 鰐鳄 鰒鳆 鰓鳃 鰛鳁 鰜鳒 鰟鳑 鰠鳋
鰣鲥 鰤𫚕 鰥鳏 鰧䲢 鰨鳎 鰩鳐 鰭鳍 鰮鳁 鰱鲢 鰲鳌 鰳鳓 鰵鳘 鰶𬶭 鰷鲦 鰹鲣 鰺鲹 鰻鳗 鰼鳛 鰾鳔 鱀𬶨 鱂鳉 鱅鳙 鱇𩾌 鱈鳕 鱉鳖 鱒鳟 鱔鳝 鱖鳜 鱗鳞 鱘鲟 鱚𬶮 鱝鲼 鱟鲎 鱠鲙 鱣鳣 鱤鳡 鱧鳢 鱨鲿 鱭鲚 鱯鳠 鱲𫚭 鱷鳄 鱸鲈 鱺鲡 鳥鸟 鳧凫 鳩鸠 鳬凫 鳲鸤 鳳凤 鳴鸣 鳶鸢 鳾䴓 鴆鸩 鴇鸨 鴉鸦 鴒鸰 鴕鸵 鴛鸳 鴝鸲
鴞鸮 鴟鸱 鴣鸪 鴦鸯 鴨鸭 鴯鸸 鴰鸹 鴴鸻 鴷䴕 鴻鸿 鴿鸽 鵁䴔 鵂鸺 鵃鸼 鵏𬷕 鵐鹀 鵑鹃 鵒鹆 鵓鹁 鵜鹈 鵝鹅 鵟𫛭 鵠鹄 鵡鹉 鵪鹌 鵬鹏 鵮鹐 鵯鹎 鵰雕 鵲鹊 鵷鹓 鵾鹍 鶄䴖 鶇鸫 鶉鹑 鶊鹒 鶓鹋 鶖鹙 鶘鹕 鶚鹗 鶠𬸘 鶡鹖 鶥鹛 鶩鹜 鶪䴗 鶬鸧 鶯莺 鶱𬸣 鶲鹟 鶴鹤 鶹鹠 鶺鹡 鶻鹘 鶼鹣 鶿鹚 鷀鹚 鷁鹢 鷂鹞 鷄鸡 鷉䴘
鷊鹝 鷓鹧 鷖鹥 鷗鸥 鷙鸷 鷚鹨 鷟𬸦 鷥鸶 鷦鹪 鷫鹔 鷭𬸪 鷯鹩 鷲鹫 鷳鹇 鷴鹇 鷸鹬 鷹鹰 鷺鹭 鷽鸴 鸂㶉 鸇鹯 鸊䴙 鸌鹱 鸏鹲 鸑𬸚 鸕鸬 鸘鹴 鸚鹦 鸛鹳 鸝鹂 鸞鸾 鹵卤 鹹咸 鹺鹾 鹼碱 鹽盐 麗丽 麥麦 麩麸 麪面 麫面 麬𤿲 麯曲 麳𪎌 麴曲 麵面 麼么 麽么 黃黄 黌黉 點点 黨党 黲黪 黴霉 黶黡 黷黩 黽黾 黿鼋 鼂鼌 鼉鼍
鼕冬 鼴鼹 齊齐 齋斋 齎赍 齏齑 齒齿 齔龀 齕龁 齗龂 齘𬹼 齙龅 齜龇 齟龃 齠龆 齡龄 齣出 齦龈 齧啮 齪龊 齬龉 齮𬺈 齯𫠜 齲龋 齶腭 齷龌 齼𬺓 龍龙 龎厐 龐庞 龑䶮 龔龚 龕龛 龜龟 鿁䜤 鿓鿒 𠁞𠀾 𠗣㓆 𡃕𠴛 𡅏𠲥 𡑍𫭼 𡑭𡋗 𡓾𡋀 𡔖𡍣 𡞵㛟 𡠹㛿 𡢃㛠 𡮉𡭜 𡮣𡭬 𡳳𡳃 𡻕岁 𡾱㟜 𢣚𢘝 𢶫𢫞 𢹿𢬦 𣈶暅 𣙎㭣 𣞻𣘓 𣠩𣞎 𣠲𣑶
𣯶毶 𣾷㳢 𤁣𣺽 𤅶𣷷 𤓩𤊰 𤪺㻘 𤫩㻏 𤳸𤳄 𥊝𥅿 𥌃𥅘 𥕥𥐰 𥖅𥐯 𥗽𬒗 𥢢䅪 𥸠𥮋 𥼽𥹥 𦘧𡳒 𦣎𦟗 𦪙䑽 𧜗䘞 𧜵䙊 𧝞䘛 𧟀𧝧 𧩙䜥 𧵳䞌 𧶧䞎 𨊰䢀 𨊸䢁 𨋢䢂 𨤻𨤰 𨦫䦀 𨧀𬭊 𨧜䦁 𨨏𬭛 𨭆𬭶 𨭎𬭳 𨯅䥿 𩞯䭪 𩠴𩠠 𩣑䯃 𩶘䲞 𰻞𰻝
$pairs$, '\s+') AS pair
WHERE pair <> '';
--> statement-breakpoint
ANALYZE search_characters;
--> statement-breakpoint
-- The tokens of a text: each ideograph, kana and Bopomofo is one, each run of letters or digits is
-- one, of which 64 characters count. src/server/search/fold.ts does the same.
CREATE FUNCTION search_tokens(input text) RETURNS text[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  -- Between two letters, and between two digits, these marks meet and are taken away.
  letter CONSTANT text := chr(2);
  digit CONSTANT text := chr(1);
  marked text;
  tokens text[];
BEGIN
  SELECT string_agg(CASE coalesce(known.kind, CASE
      WHEN ascii(given) BETWEEN 13312 AND 19903 OR ascii(given) BETWEEN 19968 AND 40959
        OR ascii(given) BETWEEN 131072 AND 262143 THEN 1
      WHEN ascii(given) BETWEEN 44032 AND 55203 THEN 2 END)
    WHEN 1 THEN ' ' || coalesce(known.folded, given) || ' '
    WHEN 2 THEN letter || coalesce(known.folded, given) || letter
    WHEN 3 THEN digit || known.folded || digit
    ELSE ' ' END, '' ORDER BY position)
  INTO marked
  FROM string_to_table(normalize(input, NFKC), NULL) WITH ORDINALITY AS split(given, position)
  -- By the index: texts are short, and OFFSET keeps the planner from hashing the whole table.
  LEFT JOIN LATERAL (
    SELECT folded, kind FROM search_characters WHERE character = given OFFSET 0) AS known ON true;
  marked := replace(replace(marked, letter || letter, ''), digit || digit, '');
  tokens := array_remove(string_to_array(translate(marked, letter || digit, '  '), ' '), '');
  IF marked ~ '[^ ]{65}' THEN
    SELECT array_agg(left(token, 64) ORDER BY position) INTO tokens
    FROM unnest(tokens) WITH ORDINALITY AS long(token, position);
  END IF;
  RETURN coalesce(tokens, '{}');
END
$$;
--> statement-breakpoint
-- A field of the index: its tokens with a space around each.
CREATE FUNCTION search_field(tokens text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN cardinality(tokens) = 0 THEN '' ELSE ' ' || array_to_string(tokens, ' ') || ' ' END
$$;
--> statement-breakpoint
-- Tokens, and pairs of tokens that follow each other.
CREATE FUNCTION search_terms(tokens text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT tokens || coalesce(array_agg(pair.first || ' ' || pair.second), '{}')
  FROM unnest(tokens[:cardinality(tokens) - 1], tokens[2:]) AS pair(first, second)
$$;
--> statement-breakpoint
-- The first 2,000 characters of what a description says, without its markup.
CREATE FUNCTION search_description(html text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(replace(replace(replace(replace(
    regexp_replace(html, '</?[a-zA-Z][^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), 2000)
$$;
--> statement-breakpoint
CREATE FUNCTION search_content(products) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce($1.content_json::text, $1.content)
$$;
--> statement-breakpoint
-- What the index holds of a document, from its fields.
CREATE FUNCTION search_vectors(title text, category text, content text, description text,
  OUT title_terms tsvector, OUT category_terms tsvector, OUT terms tsvector)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  title_tokens text[] := string_to_array(btrim(title), ' ');
  of_title text[] := search_terms(title_tokens);
  of_category text[] := search_terms(string_to_array(btrim(category), ' '));
  beginnings text[] := '{}';
BEGIN
  IF cardinality(title_tokens) > 0 THEN beginnings := ARRAY['^' || title_tokens[1]]; END IF;
  IF cardinality(title_tokens) > 1 THEN
    beginnings := beginnings || ('^' || title_tokens[1] || ' ' || title_tokens[2]);
  END IF;
  -- No longer title is searched for as a whole.
  IF cardinality(title_tokens) BETWEEN 1 AND 60 AND length(title) < 200 THEN
    beginnings := beginnings || ('=' || btrim(title));
  END IF;
  title_terms := array_to_tsvector(of_title || beginnings);
  category_terms := array_to_tsvector(of_category);
  terms := array_to_tsvector(of_title || of_category
    || search_terms(string_to_array(btrim(content), ' '))
    || search_terms(string_to_array(btrim(description), ' ')));
END
$$;
--> statement-breakpoint
CREATE FUNCTION search_document(product products, OUT product_id text, OUT title text,
  OUT category text, OUT content text, OUT description text,
  OUT title_terms tsvector, OUT category_terms tsvector, OUT terms tsvector)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  product_id := product.id;
  title := search_field(search_tokens(product.title));
  category := search_field(search_tokens(product.category));
  content := search_field(search_tokens(search_content(product)));
  description := search_field(search_tokens(search_description(product.description)));
  SELECT * INTO title_terms, category_terms, terms
  FROM search_vectors(title, category, content, description);
END
$$;
--> statement-breakpoint
CREATE FUNCTION is_listed(product products) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT product.is_enabled AND product.deleted_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION listing_of(product products) RETURNS product_listings LANGUAGE sql STABLE AS $$
  SELECT product.id, product.category, product.price,
    coalesce((SELECT units FROM product_sales WHERE product_id = product.id), 0),
    NOT EXISTS (SELECT FROM stock WHERE product_id = product.id AND on_hand - held <= 0),
    now()
$$;
--> statement-breakpoint
CREATE FUNCTION unlist_product(id text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM product_listings WHERE product_id = id;
  DELETE FROM search_documents WHERE product_id = id;
$$;
--> statement-breakpoint
-- Listing and search document are in step with the product, in the transaction that changes it.
CREATE FUNCTION list_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM unlist_product(OLD.id);
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.id <> NEW.id THEN PERFORM unlist_product(OLD.id); END IF;
  IF NOT is_listed(NEW) THEN
    IF TG_OP = 'UPDATE' THEN PERFORM unlist_product(NEW.id); END IF;
    RETURN NULL;
  END IF;
  INSERT INTO product_listings SELECT made.* FROM listing_of(NEW) AS made
  ON CONFLICT (product_id) DO UPDATE SET category = excluded.category, price = excluded.price,
    is_available = excluded.is_available, changed_at = excluded.changed_at;
  IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND is_listed(OLD)
    AND (OLD.title, OLD.category, search_content(OLD), OLD.description)
      IS NOT DISTINCT FROM (NEW.title, NEW.category, search_content(NEW), NEW.description) THEN
    RETURN NULL;
  END IF;
  DELETE FROM search_documents WHERE product_id = NEW.id;
  INSERT INTO search_documents SELECT * FROM search_document(NEW);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION unlist_all_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_listings;
  DELETE FROM search_documents;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- step: transaction
CREATE TRIGGER products_listed AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION list_product();
--> statement-breakpoint
CREATE TRIGGER products_unlisted AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION unlist_all_products();
--> statement-breakpoint
-- The lock of the product keeps a listing that is just being written from missing the change.
CREATE FUNCTION note_availability() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE WHEN TG_OP = 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
BEGIN
  PERFORM FROM products WHERE id = changed FOR SHARE;
  UPDATE product_listings SET is_available = TG_OP = 'DELETE' OR NEW.on_hand > NEW.held
  WHERE product_id = changed;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER stock_availability_begun AFTER INSERT ON stock FOR EACH ROW
  WHEN (NEW.on_hand <= NEW.held) EXECUTE FUNCTION note_availability();
--> statement-breakpoint
CREATE TRIGGER stock_availability_crossed AFTER UPDATE ON stock FOR EACH ROW
  WHEN ((OLD.on_hand <= OLD.held) <> (NEW.on_hand <= NEW.held)) EXECUTE FUNCTION note_availability();
--> statement-breakpoint
CREATE TRIGGER stock_availability_ended AFTER DELETE ON stock FOR EACH ROW
  WHEN (OLD.on_hand <= OLD.held) EXECUTE FUNCTION note_availability();
--> statement-breakpoint
-- Which terms are frequent decides how a search reads the index.
ALTER TABLE search_documents ALTER COLUMN terms SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE search_documents ALTER COLUMN title_terms SET STATISTICS 500;
--> statement-breakpoint
-- step: alone
-- What exists.
DO $$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    SELECT array_agg(id ORDER BY id) INTO ids
    FROM (SELECT id FROM "products" WHERE id > last ORDER BY id LIMIT 500) AS next;
    EXIT WHEN ids IS NULL;
    -- Locked, so that no change comes between what is read and what is written.
    PERFORM FROM products WHERE id = ANY (ids) FOR SHARE;
    INSERT INTO product_listings
    SELECT made.* FROM products, listing_of(products) AS made
    WHERE id = ANY (ids) AND is_listed(products) ON CONFLICT DO NOTHING;
    INSERT INTO search_documents
    SELECT made.* FROM products, search_document(products) AS made
    WHERE id = ANY (ids) AND is_listed(products) ON CONFLICT DO NOTHING;
    last := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "listings_by_id";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "listings_by_id" ON "product_listings" USING btree ("product_id","price","is_available");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "listings_by_price";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "listings_by_price" ON "product_listings" USING btree ("price","product_id","is_available");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "listings_by_sold";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "listings_by_sold" ON "product_listings" USING btree ("units_sold","product_id","price","is_available");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "listings_by_category";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "listings_by_category" ON "product_listings" USING btree ("category","product_id","price","is_available");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "listings_by_category_price";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "listings_by_category_price" ON "product_listings" USING btree ("category","price","product_id","is_available");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "listings_by_category_sold";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "listings_by_category_sold" ON "product_listings" USING btree ("category","units_sold","product_id","price","is_available");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_title";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_title" ON "search_documents" USING gin ("title_terms") WITH (fastupdate=false);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_category";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_category" ON "search_documents" USING gin ("category_terms") WITH (fastupdate=false);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_terms" ON "search_documents" USING gin ("terms") WITH (fastupdate=false);
--> statement-breakpoint
-- step: alone
ANALYZE product_listings, search_documents;
