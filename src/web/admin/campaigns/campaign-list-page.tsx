import { useMatch, useSearchParams } from 'react-router'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { campaignStateLabels, campaignStates } from '#contract/campaign-states.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { campaignColumns } from './campaign-columns.tsx'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignTabs } from './campaign-tabs.tsx'
import { EditCampaignPage, NewCampaignPage } from './editor/campaign-editor.tsx'
import { atRiskList, shortfallList } from './group-lists.tsx'

const campaignList = defineList({
  title: '團購列表',
  path: paths.adminCampaigns(),
  endpoint: adminCampaignApi.list,
  rowsOf: ({ campaigns }) => campaigns,
  columns: campaignColumns,
  labelOf: ({ title }) => title,
  card: (campaign) => <CampaignCard campaign={campaign} />,
  filters: [
    {
      name: 'state',
      label: '狀態',
      options: [
        { value: '', label: '全部' },
        ...campaignStates.map((value) => ({ value, label: campaignStateLabels[value] })),
      ],
    },
    {
      name: 'supply',
      label: '貨源進度',
      options: [
        { value: '', label: '全部' },
        { value: 'to_order', label: '待叫貨' },
        { value: 'to_arrive', label: '待到貨' },
      ],
    },
  ],
  emptyText: ({ state, supply }) =>
    supply ? '沒有在等貨的團購' : state ? '沒有這個狀態的團購' : '還沒有團購，按「新增團購」開始',
  // Their addresses are screens of their own, which come before the list.
  dialogs: { edit: () => null },
  rowActions: [{ label: '編輯', dialog: 'edit', permission: 'campaign.write' }],
  create: {
    label: '新增團購',
    dialog: () => null,
    permission: 'campaign.write',
  },
})

/** One campaign, its form, or the list. */
export function AdminCampaignListPage() {
  const id = useMatch(paths.adminCampaign(':id'))?.params.id
  const edited = useMatch(paths.adminCampaignEdit(':id'))?.params.id
  if (edited !== undefined) return <EditCampaignPage key={edited} id={edited} />
  if (id === 'new') return <NewCampaignPage />
  if (id !== undefined) return <CampaignPage key={id} id={id} />
  return <CampaignLists />
}

/** The campaigns, or the groups that need a hand, as the address says. */
function CampaignLists() {
  const [params] = useSearchParams()
  if (params.get('at_risk') === '1') {
    return (
      <>
        <CampaignTabs current="at_risk" />
        <ListPage key="at_risk" list={atRiskList} />
      </>
    )
  }
  if (params.get('shortfall') === '1') {
    return (
      <>
        <CampaignTabs current="shortfall" />
        <ListPage key="shortfall" list={shortfallList} />
      </>
    )
  }
  return (
    <>
      <CampaignTabs current="campaigns" />
      <ListPage key="campaigns" list={campaignList} />
    </>
  )
}
