// Fails on names and comments that docs/language.md rules out. Part of `npm run check`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './lib/project.mjs'

/** An identifier or a part of one, and the standard term. A pattern spares legitimate uses. @type {[RegExp, string][]} */
const replaced = [
  [
    /\b(keptReplies|KeptReplies|createKeptReplies|standBefore|mayRepeat|questionOf|forgetPages)\b/,
    'response cache, cacheKey',
  ],
  [/\b(ReadyReply|readyReply|isNamed|inCoding)\b/, 'PrecompressedResponse, matchesEtag, encoded'],
  [/\b(createTurns|inTurn)\b/, 'a semaphore'],
  [/\b(takeFrom|takeSome|giveBack)\b/, 'consume, refund'],
  [/\b(IntendedWrite|intendedWrite)\b/, 'IdempotentRequest, parseIdempotencyKey'],
  [/\b(findPlace|fromNearerEnd|walkable|findWindow)\b/, 'readListPage, readAdminPage'],
  [/\b(listOnSale|findOnSale|productsOnSale|takeOffSale|onSale)\b/, 'listPublished, findPublished'],
  [/\b(furnish|furnishShop)\b/, 'seed, bootstrap'],
  [/\b(isForEverybody)\b/, 'isPublicRead'],
  [/\b(unhurried|hashing)\(/, 'withRateLimit, withHashingSlot'],
  [/\b\w*[vV]erdicts?(?:On)?\b/, 'toClientError, sendClientError, isInvalidToken, isDefinitive'],
  [/\b(findStanding|standing)\b(?=[(:.,])/, 'authState'],
  [/\b\w*[pP]atience\w*\b/, 'timeoutMs, gracePeriodMs'],
  [/\b(afterlife|letGo)\b/, 'retention, evict'],
  [/\b(rememberTokens)\b/, 'cacheVerifiedTokens'],
  [
    /\b(PictureShelf|shelvePictures|shelf|recentPictures)\b/,
    'ImageStore, uploadDemoImages, picture cache',
  ],
  [/\b(readSwitch|extraKeys|Liberal[A-Z]\w*)\b/, 'parseBoolean, unknownProperties, Coerced*'],
  [/\b(enterOrder|turned)\b(?=\()/, 'createManualOrder, invertDirection'],
  [/\b(weaken|weakness|weaknesses|WITHOUT)\b/, 'mutant'],
  [/(?<!Math\.)\b(floors?|bareFloors?|floor-server)\b(?!\(|: \d)/i, 'baseline'],
  [
    /\b(Arena|Scene|Crowd(?!@)|volley\w*|wronged|careless)\b/,
    'harness, workload, clients, burst, violations, control run',
  ],
  [/\b(askAhead|takeAskedAhead|askedAhead|askForAll|needsOf)\b/, 'prefetch, takePrefetchedReplies'],
  [
    /\b(showShop|proveAgain|QuietLine|useIntentKey|shopperQuery|freshOnOpening)\b/,
    'mountApp, reauthenticate, InlineError, useIdempotencyKey, callerQuery, alwaysStale',
  ],
  [/\b(keep|drop)\w*(Token|Cookie)\b/, 'set, clear'],
  [/\bkeepReport\b/, 'saveReport'],
  [
    /\bmake(?!Folder|ClosedFolder)[A-Z]\w*\b|\bhandle(?!Submit|Paste|DOMEvents)[A-Z]\w*\b/,
    'create, register',
  ],
  // Pixels ignore the text size that is set in the browser.
  [/\bfontSize: \d/, 'rem'],
]

/** A line of a comment that begins with a question word. */
const questionWord = /(?:\/\/|\/\*\*?|^\s*\*) *(What|Who)\b/

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'src', 'tests', 'bench', 'gateway', 'scripts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'scripts/words.mjs')

for (const file of files) {
  for (const [index, line] of read(file).split('\n').entries()) {
    const question = questionWord.exec(line)
    if (question) {
      say(`${file}:${index + 1} ${question[1]}: begin with the thing itself (docs/language.md)`)
      process.exitCode = 1
    }
    for (const [old, term] of replaced) {
      const found = old.exec(line)
      if (!found) continue
      say(`${file}:${index + 1} ${found[0]}: say ${term} (docs/language.md)`)
      process.exitCode = 1
    }
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}
