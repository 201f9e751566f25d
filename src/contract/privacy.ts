import type { EndpointReply } from './endpoint.ts'
import { endpoint } from './endpoint.ts'
import type * as schema from './privacy.schema.ts'

export type ErasurePlan = EndpointReply<typeof schema.erase>

export const privacyApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/privacy',
    caller: 'anyone',
    summary:
      'The privacy policy and the terms in force, or one version, and what is stored in a browser',
  }),
  consent: endpoint<typeof schema.consent>({
    method: 'POST',
    path: '{shop}/consent',
    caller: 'member',
    summary: 'Record which version of the policy a new member was shown',
  }),
  ownData: endpoint<typeof schema.ownData>({
    method: 'GET',
    path: '{shop}/member/data',
    caller: 'member',
    summary: 'All data of the caller as one JSON file, within 5 minutes of the sign-in',
  }),
}

export const adminPrivacyApi = {
  versions: endpoint<typeof schema.versions>({
    method: 'GET',
    path: '{shop}/admin/privacy',
    caller: 'admin',
    permission: 'setting.read',
    shows: ['privacy'],
    summary: 'All versions of policy and terms, and the texts of the newest to write on',
  }),
  publish: endpoint<typeof schema.publish>({
    method: 'POST',
    path: '{shop}/admin/privacy',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'privacy.publish',
    summary: 'Publish a new version of the privacy policy and the terms',
  }),
  data: endpoint<typeof schema.data>({
    method: 'POST',
    path: '{shop}/admin/customer/:id/data',
    caller: 'admin',
    permission: 'person.export',
    isSensitive: true,
    action: 'export.personal',
    summary: 'Write all that the shop has of a customer to a JSON file, as a job',
  }),
  erase: endpoint<typeof schema.erase>({
    method: 'POST',
    path: '{shop}/admin/customer/:id/erase',
    caller: 'admin',
    permission: 'person.erase',
    isSensitive: true,
    action: 'person.erase',
    changes: ['customer', 'order'],
    summary: 'Erase the personal data of a customer for good, or tell what that would change',
  }),
}
