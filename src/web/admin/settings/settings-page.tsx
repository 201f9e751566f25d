import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useMay } from '../admin-context.ts'
import { fadesRight } from '../lists/fades-right.ts'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { ApiKeysPanel } from './connect/api-keys-panel.tsx'
import { WebhooksPanel } from './connect/webhooks-panel.tsx'
import { FeedsPanel } from './feeds-panel.tsx'
import { GatewayPanel } from './gateway-panel.tsx'
import { InvoiceAccountPanel } from './invoice/invoice-account-panel.tsx'
import { InvoicePanel } from './invoice/invoice-panel.tsx'
import { LineLoginPanel } from './line-login-panel.tsx'
import { LineMessagesPanel } from './line-messages-panel.tsx'
import { LinePayPanel } from './line-pay-panel.tsx'
import { LogisticsPanel } from './logistics-panel.tsx'
import { BrandPanel } from './look/brand-panel.tsx'
import { HomePanel } from './look/home-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { PolicyPanel } from './policy-panel.tsx'
import { settingSections, simpleGroups } from './setting-groups.ts'
import { MethodsPanel } from './shipping/methods-panel.tsx'
import { SimpleGroupPanel } from './simple-group-panel.tsx'
import { SmtpPanel } from './smtp-panel.tsx'
import { UnsavedForms } from './unsaved-forms.tsx'

/** The groups of the settings, one at a time; the address names it. */
export function AdminSettingsPage() {
  usePageTitle('設定')
  const { '*': named } = useParams()
  const may = useMay()
  const settings = useQuery({
    ...apiQuery(adminSettingsApi.read, {}),
    staleTime: 0,
    // Another version would take away what is being typed.
    refetchOnWindowFocus: false,
  })
  const sections = settingSections.filter(({ permission }) => may(permission))
  const shown = sections.find(({ group }) => group === named)?.group ?? 'shop'
  const definition = simpleGroups.find(({ group }) => group === shown)
  const stored = settings.data?.settings
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, maxWidth: 1200, width: '100%' }}>
      <Typography variant="h1">設定</Typography>
      <Tabs
        value={shown}
        variant="scrollable"
        // Buttons that come while it scrolls to the selected tab would cover that one.
        scrollButtons={false}
        aria-label="設定的分類"
        textColor="inherit"
        sx={{
          ...{ minWidth: 0, borderBottom: 1, borderColor: 'divider' },
          '& .MuiTabs-scroller': fadesRight,
          '& .MuiTab-root:last-of-type': { pr: 6 },
        }}
      >
        {sections.map(({ group, title }) => (
          <Tab
            key={group}
            value={group}
            label={title}
            component={Link}
            to={paths.adminSettings(group)}
            replace
            sx={{
              minWidth: 72,
              opacity: 1,
              color: 'text.secondary',
              '&.Mui-selected': { color: 'text.primary' },
            }}
          />
        ))}
      </Tabs>
      <Box
        sx={{ display: 'grid', gap: 2, minWidth: 0, maxWidth: hasPreview(shown) ? 'none' : 760 }}
      >
        {stored ? (
          <UnsavedForms key={shown}>
            {definition ? (
              <>
                {shown === 'shipping' && <MethodsPanel />}
                <SimpleGroupPanel definition={definition} stored={stored} />
                {shown === 'shipping' && may('setting.write') && <LogisticsPanel />}
                {shown === 'privacy' && <PolicyPanel stored={stored} />}
              </>
            ) : shown === 'brand' ? (
              <BrandPanel stored={stored} />
            ) : shown === 'backup' ? (
              <BackupPanel />
            ) : shown === 'feeds' ? (
              <FeedsPanel />
            ) : shown === 'line' ? (
              may('setting.write') && (
                <>
                  <LineLoginPanel />
                  <LineMessagesPanel />
                </>
              )
            ) : shown === 'connect' ? (
              <>
                <ApiKeysPanel />
                <WebhooksPanel />
              </>
            ) : shown === 'home' ? (
              <HomePanel stored={stored} />
            ) : shown === 'payment' ? (
              <>
                {may('setting.write') && <GatewayPanel />}
                {may('setting.write') && <LinePayPanel />}
                <PaymentPanel stored={stored} />
              </>
            ) : shown === 'invoice' ? (
              <>
                {may('setting.write') && <InvoiceAccountPanel />}
                <InvoicePanel stored={stored} />
              </>
            ) : (
              <>
                {may('setting.write') && <SmtpPanel />}
                <MailPanel stored={stored} />
              </>
            )}
          </UnsavedForms>
        ) : settings.error ? (
          <RetryAlert query={settings} />
        ) : (
          <CircularProgress aria-label="載入中" />
        )}
      </Box>
    </Box>
  )
}

const hasPreview = (group: string) => group === 'brand' || group === 'home'
