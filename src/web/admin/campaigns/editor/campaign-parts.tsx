import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import {
  campaignKindLabels,
  campaignMoneyLabels,
  leaderSendingLabels,
  leaderSendings,
  metricUnits,
} from '#contract/campaign-states.ts'
import { apiQuery } from '../../../api/queries.ts'
import { PictureFields, type usePictureFields } from '../../products/picture-fields.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { DigitsFormField, FlagFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import { ChoiceField, FormPart, OfferedChoices, twoColumns } from './campaign-fields.tsx'
import { type CampaignForm, picturePlaces } from './campaign-form.ts'
import { CampaignProductsField } from './campaign-products-field.tsx'
import { CampaignTiersField } from './campaign-tiers-field.tsx'
import { endWords, offeredEnds, offeredStarts, startWords } from './campaign-times.ts'
import { CampaignVariantsField } from './campaign-variants-field.tsx'
import { ShippingMethodsField } from './shipping-methods-field.tsx'

type Part = { control: Control<CampaignForm> }

export function TextPart({ control }: Part) {
  return (
    <FormPart title="團購內容">
      <TextFormField control={control} name="title" label="名稱" required help="1 至 60 字" />
      <TextFormField control={control} name="description" label="說明" rows={4} />
    </FormPart>
  )
}

export function PicturePart(props: {
  form: UseFormReturn<CampaignForm>
  upload: ReturnType<typeof usePictureFields>
}) {
  const [showsAddresses, setShowsAddresses] = useState(false)
  return (
    <Box sx={{ py: 2 }}>
      <PictureFields
        {...props}
        title="圖片（沒有時用商品的圖片）"
        names={picturePlaces}
        labelOf={(position) => (position === 0 ? '主圖' : `圖片 ${position}`)}
        showsAddresses={showsAddresses}
        onShowAddresses={setShowsAddresses}
      />
    </Box>
  )
}

export function PricePart({ control }: Part) {
  return (
    <FormPart title="商品與價格">
      <CampaignProductsField control={control} />
      <CampaignTiersField control={control} />
      <CampaignVariantsField control={control} />
    </FormPart>
  )
}

export function LimitFields({ control }: Part) {
  return (
    <>
      <DigitsFormField
        control={control}
        name="max_units"
        label="份數上限"
        help="每團最多幾份，額滿即截止；留空不限"
        endAdornment={<InputAdornment position="end">份</InputAdornment>}
      />
      <DigitsFormField
        control={control}
        name="per_member_limit"
        label="每人限購"
        help="整個團購合計；留空不限"
        endAdornment={<InputAdornment position="end">份</InputAdornment>}
      />
    </>
  )
}

export function SuccessPart({ control }: Part) {
  const kind = useWatch({ control, name: 'kind' })
  const metric = useWatch({ control, name: 'metric' })
  return (
    <FormPart title="成團條件">
      <ChoiceField
        control={control}
        name="kind"
        label="方式"
        choices={[
          { value: 'pool', label: campaignKindLabels.pool, help: '所有人湊在同一團' },
          { value: 'team', label: campaignKindLabels.team, help: '每位團主各開一團，分享連結揪人' },
        ]}
      />
      <ChoiceField
        control={control}
        name="metric"
        label="門檻計算"
        choices={[
          { value: 'units', label: '依份數' },
          { value: 'members', label: '依人數' },
        ]}
      />
      <Box sx={twoColumns}>
        <DigitsFormField
          control={control}
          name="min_target"
          label="成團門檻"
          endAdornment={<InputAdornment position="end">{metricUnits[metric]}</InputAdornment>}
        />
        <DigitsFormField
          control={control}
          name="lot_size"
          label="每箱份數"
          help="整箱進貨時填寫；1 表示不限"
          endAdornment={<InputAdornment position="end">份</InputAdornment>}
        />
        <LimitFields control={control} />
      </Box>
      <ChoiceField
        control={control}
        name="withdraw"
        label="退出"
        choices={[
          { value: 'until_close', label: '截止前都可以退出' },
          { value: 'until_reached', label: '達成門檻後不能退出' },
        ]}
      />
      {kind === 'team' && (
        <FlagFormField control={control} name="leaders_only" label="只開放指定的團主開團" />
      )}
    </FormPart>
  )
}

export function TimesPart({ form }: { form: UseFormReturn<CampaignForm> }) {
  const { control } = form
  const [kind, money, starts, ends, hours] = useWatch({
    control,
    name: ['kind', 'money', 'starts_at', 'ends_at', 'team_hours'],
  })
  const [now] = useState(Date.now)
  const isCaptured = money === 'authorise_capture'
  const options = useQuery({ ...apiQuery(adminCampaignApi.options, {}), enabled: isCaptured })
  const choose = (name: 'starts_at' | 'ends_at' | 'team_hours', value: string | number) =>
    form.setValue(name, value, { shouldDirty: true })
  return (
    <FormPart title="時間">
      <Box sx={twoColumns}>
        <Box sx={offered}>
          <DateField
            withTime
            control={control}
            name="starts_at"
            label="開團時間"
            help={startWords(starts, now)}
          />
          <OfferedChoices
            label="開團的常用時間"
            choices={offeredStarts}
            onChoose={({ at }) => choose('starts_at', at(Date.now()))}
          />
        </Box>
        <Box sx={offered}>
          <DateField
            withTime
            control={control}
            name="ends_at"
            label="截止時間"
            help={endWords(ends, starts, now)}
          />
          <OfferedChoices
            label="截止的常用時間"
            choices={offeredEnds(starts, isCaptured ? options.data?.capture_days : undefined)}
            onChoose={({ at }) => choose('ends_at', at(Date.now()))}
          />
        </Box>
        {kind === 'team' && (
          <Box sx={offered}>
            <DigitsFormField
              control={control}
              name="team_hours"
              label="成團時限"
              help={hours === '' ? '每一團從開團起算' : `每一團從開團起 ${hours} 小時內要成團`}
              endAdornment={<InputAdornment position="end">小時</InputAdornment>}
            />
            <OfferedChoices
              label="時限的常用選擇"
              choices={[24, 48, 72].map((value) => ({ label: `${value} 小時`, value }))}
              onChoose={({ value }) => choose('team_hours', value)}
            />
          </Box>
        )}
        {isCaptured && (
          <DigitsFormField
            control={control}
            name="grace_minutes"
            label="授權寬限"
            help="截止時還在刷卡的人，可完成授權的時間"
            endAdornment={<InputAdornment position="end">分鐘</InputAdornment>}
          />
        )}
        <ShipsOnField control={control} />
      </Box>
    </FormPart>
  )
}

/** It may change once the campaign is open, too. */
export function ShipsOnField({ control }: Part) {
  return (
    <DateField
      control={control}
      name="ships_on"
      label="預計出貨日"
      help="顯示在團購頁與信件；選填，開團後仍可修改"
    />
  )
}

export function MoneyPart({ control }: Part) {
  const options = useQuery(apiQuery(adminCampaignApi.options, {}))
  const [kind, money, selling] = useWatch({ control, name: ['kind', 'money', 'has_sellers'] })
  const hasSellers = kind === 'pool' && selling === 1
  const offered = options.data?.money ?? ['pay_after_success']
  // After a change to 「一起湊」 the invalid choice stays visible, with the reason.
  const paysLeader = money === 'to_leader'
  const days = options.data?.capture_days
  const help = {
    pay_after_success: '跟團時不付款，成團後 48 小時內付款',
    authorise_capture: `跟團時刷卡授權，成團才扣款；最長 ${days ?? ''} 天`,
  }
  return (
    <FormPart title="收款">
      <ChoiceField
        control={control}
        name="money"
        label="收款方式"
        choices={[
          ...offered.map((value) => ({
            value,
            label: campaignMoneyLabels[value],
            help: help[value],
          })),
          ...(kind === 'team' || paysLeader ? [toLeaderChoice] : []),
        ]}
      />
      {paysLeader && (
        <ChoiceField
          control={control}
          name="leader_sending"
          label="出貨時機"
          choices={leaderSendings.map((value) => ({
            value,
            label: leaderSendingLabels[value],
            help: sendingHelp[value],
          }))}
        />
      )}
      {kind === 'pool' && (
        <FlagFormField
          control={control}
          name="has_sellers"
          label="開放幫賣"
          help="會員取得自己的連結分享，從連結跟團的訂單完成後得分潤；開團後不能改"
        />
      )}
      {hasSellers && (
        <FlagFormField control={control} name="leaders_only" label="只開放指定的會員幫賣" />
      )}
      <Box sx={twoColumns}>
        <DigitsFormField
          control={control}
          name="commission_percent"
          label={hasSellers ? '幫賣分潤' : '團主分潤'}
          help="訂單完成後，以商品金額計算"
          endAdornment={<InputAdornment position="end">%</InputAdornment>}
        />
      </Box>
      <FlagFormField control={control} name="coupons" label="可以使用開放團購的優惠券" />
    </FormPart>
  )
}

const toLeaderChoice = {
  value: 'to_leader',
  label: '付給團主',
  help: '成團後付現、轉帳或 LINE Pay 給團主，團主再交給店家；沒有付款期限',
}

const sendingHelp = {
  hand_over: '店家確認收到團主的交款，訂單才變成已付款、可以出貨',
  tick: '團主登記收到款項後就可以出貨，款項之後再由團主交給店家',
  success: '成團就可以出貨，團主發放時收款，再交給店家',
} as const

export function GoodsPart({ control }: Part) {
  const [kind, delivery] = useWatch({ control, name: ['kind', 'delivery'] })
  return (
    <FormPart title="貨品">
      <ChoiceField
        control={control}
        name="supply"
        label="貨源"
        choices={[
          { value: 'stock', label: '現有庫存', help: '跟團時就保留庫存' },
          { value: 'order', label: '成團後叫貨', help: '跟團時不佔庫存，到貨後保留給訂單' },
        ]}
      />
      {kind === 'team' && (
        <ChoiceField
          control={control}
          name="delivery"
          label="配送"
          choices={[
            { value: 'each', label: '寄給每個人' },
            { value: 'leader', label: '團主發放', help: '跟團時不問地址，到團主的地點領取' },
          ]}
        />
      )}
      {(kind === 'pool' || delivery === 'each') && <ShippingMethodsField control={control} />}
    </FormPart>
  )
}

const offered = { display: 'grid', gap: 0.5, minWidth: 0 } as const
