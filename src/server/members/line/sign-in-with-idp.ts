import { lineProviderId } from '#contract/line-sign-in.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { normalizeEmail } from '../../input/email-address.ts'
import { consumeInAll } from '../../limits/network-limit.ts'
import type { LineLogin, LinePerson } from '../../line/line-login.ts'
import { readMailSender } from '../../mail/compose-mail.ts'
import { lineLinkedMail } from '../../mail/member-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { emailKey } from '../email-address.ts'
import { IdentityError, ProviderBusy } from '../identity-error.ts'
import {
  findMemberByEmail,
  insertMember,
  lockMember,
  type MemberRow,
  recordIdentityLogin,
} from '../members.queries.ts'
import { type Client, consumeOfNetworkOrThrow, type Provider } from '../provider/provider.ts'
import { type Fields, textField } from '../provider/request-fields.ts'
import { createUid } from '../sign-in/uid.ts'
import { authenticate, issueTokens, requireRecent } from '../tokens/tokens.ts'
import { findLineOf, findMemberOfLine, insertLine, setToken } from './identities.queries.ts'
import { takeCode } from './line-sign-ins.queries.ts'

/** A link is asked for before the way through LINE, which takes a while. */
const linkRecentSeconds = 15 * 60

type Person = LinePerson & {
  sealedToken: Buffer | null
  /** When LINE has signed the token that shows the person; absent: just now. */
  provenAt?: Date
}

/**
 * Signs in by LINE, signs up, or with an `idToken` ties LINE to its account. `postBody` has the code
 * that a return from LINE has given this browser (`access_token`), or an id token of LINE itself.
 */
export async function signInWithIdp(provider: Provider, fields: Fields, client: Client) {
  const { db, line, limits } = provider
  const login = line()
  if (!login) throw new IdentityError('OPERATION_NOT_ALLOWED')
  const posted = new URLSearchParams(textField(fields, 'postBody') ?? '')
  if (posted.get('providerId') !== lineProviderId) throw new IdentityError('OPERATION_NOT_ALLOWED')
  await consumeOfNetworkOrThrow(db, { network: limits.attemptsByNetwork }, client)
  const isLink = textField(fields, 'idToken') !== undefined
  const link = isLink ? await authenticate(provider, fields) : undefined
  if (link) requireRecent(link.authTime, linkRecentSeconds)
  const person = await personOf(provider, { login, posted, client })
  if (link) return linkLine(provider, { ...link, person, client })
  return signInAs(provider, { person, autoCreates: fields.autoCreate !== false, client })
}

async function personOf(
  { db }: Provider,
  { login, posted, client }: { login: LineLogin; posted: URLSearchParams; client: Client },
): Promise<Person> {
  const idToken = posted.get('id_token')
  if (idToken !== null) {
    const read = await login.readIdToken(idToken, posted.get('nonce') ?? undefined)
    if (read.type === 'person') {
      // The clock of LINE may be ahead of ours.
      const provenAt = new Date(Math.min(read.issuedAt.getTime(), Date.now()))
      return { ...read.person, sealedToken: null, provenAt }
    }
    if (read.type === 'refused') throw new IdentityError('INVALID_IDP_RESPONSE')
    throw new ProviderBusy(5)
  }
  const code = posted.get('access_token')
  const { browser } = client
  const person = code && browser ? await takeCode(db, { code, browser }) : undefined
  if (!person) throw new IdentityError('INVALID_IDP_RESPONSE')
  return person
}

interface SignIn {
  person: Person
  autoCreates: boolean
  client: Client
}

async function signInAs(provider: Provider, signIn: SignIn) {
  const { db } = provider
  const { person, autoCreates, client } = signIn
  const uid = await findMemberOfLine(db, person.subject)
  if (uid !== undefined) return openFor(provider, { uid, person, client })
  // Not USER_NOT_FOUND: the SDK would sign out the member who wants to be confirmed.
  if (!autoCreates) throw new IdentityError('USER_MISMATCH')
  await refuseKnownAddress(provider, person)
  await consumeSignUp(provider, client)
  const created = await transaction(db, async (tx) => {
    const member = await insertMember(tx, {
      uid: createUid(),
      // An address of LINE proves nothing: the member adds one by a mail.
      ...{ email: null, emailKey: null, passwordHash: null },
      displayName: person.name ?? null,
      photoUrl: pictureOf(person),
    })
    if (!member) throw new Error('a new id was taken')
    const of = { uid: member.uid, subject: person.subject, sealedToken: person.sealedToken }
    // Another tab of the same person was first: its account stands, and this one goes again.
    if (!(await insertLine(tx, of))) throw new LineTaken()
    return replyOf(provider, tx, { member, person, client, isNew: true })
  }).catch((error: unknown) => {
    if (error instanceof LineTaken) return undefined
    throw error
  })
  if (created) return created
  const first = await findMemberOfLine(db, person.subject)
  if (first === undefined) throw new ProviderBusy(1)
  return openFor(provider, { uid: first, person, client })
}

class LineTaken extends Error {
  override name = 'LineTaken'
}

function pictureOf({ picture = '' }: LinePerson): string | null {
  const isHttps = URL.canParse(picture) && new URL(picture).protocol === 'https:'
  return isHttps ? picture : null
}

/**
 * The owner of the mailbox comes in by the account that has it, and ties LINE there: the address
 * alone opens nothing, and a second account would hide the orders of the first.
 */
async function refuseKnownAddress({ db }: Provider, { email: typed }: Person): Promise<void> {
  const email = typed === undefined ? undefined : normalizeEmail(typed)
  if (email === undefined) return
  if (await findMemberByEmail(db, emailKey(email))) throw new IdentityError('EMAIL_EXISTS')
}

async function consumeSignUp({ db, limits }: Provider, client: Client): Promise<void> {
  const { signUpByNetwork: network, signUpByAll: all, signUpUnderAttack: underAttack } = limits
  await consumeOfNetworkOrThrow(db, { network }, client)
  const result = await consumeInAll(db, { all, underAttack }, client.networks)
  if (!result.isAllowed) throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', result)
}

async function openFor(
  provider: Provider,
  { uid, person, client }: { uid: string; person: Person; client: Client },
) {
  return transaction(provider.db, async (tx) => {
    const member = await lockMember(tx, uid)
    // It was deleted, or LINE taken from it, since it was looked for.
    const isStill = member && (await findMemberOfLine(tx, person.subject)) === uid
    if (!isStill) throw new IdentityError('USER_NOT_FOUND')
    if (member.isDisabled) throw new IdentityError('USER_DISABLED')
    await setToken(tx, person.subject, person.sealedToken)
    await recordIdentityLogin(tx, uid)
    return replyOf(provider, tx, { member, person, client, isNew: false })
  })
}

/** Ties the person to an account whose member has just proved the password. */
async function linkLine(
  provider: Provider,
  link: { member: MemberRow; authTime: Date; person: Person; client: Client },
) {
  const { authTime, person, client } = link
  return transaction(provider.db, async (tx) => {
    const member = await lockMember(tx, link.member.uid)
    if (!member) throw new IdentityError('USER_NOT_FOUND')
    if (member.sessionVersion !== link.member.sessionVersion) {
      throw new IdentityError('TOKEN_EXPIRED')
    }
    // A stranger may have signed up with this address: the owner takes the account over by a reset,
    // and LINE would stay as the stranger's way in.
    if (member.email !== null && !member.emailVerified) throw new IdentityError('UNVERIFIED_EMAIL')
    const own = await findLineOf(tx, member.uid)
    if (own && own.subject !== person.subject) throw new IdentityError('PROVIDER_ALREADY_LINKED')
    const { uid } = member
    const { subject, sealedToken } = person
    if (own) await setToken(tx, subject, sealedToken)
    else if (!(await insertLine(tx, { uid, subject, sealedToken }))) {
      throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED')
    } else if (member.email !== null) {
      const notice = lineLinkedMail({ email: member.email }, await readMailSender(tx))
      await queueMail(provider.jobs, tx, { recipient: member.email, ...notice })
    }
    return replyOf(provider, tx, { member, person, client, isNew: false, authTime })
  })
}

async function replyOf(
  provider: Provider,
  tx: Transaction,
  of: { member: MemberRow; person: Person; client: Client; isNew: boolean; authTime?: Date },
) {
  const { member, person, client, isNew } = of
  // A token of an application may be an hour old, and proves nothing of now.
  const authTime = of.authTime ?? person.provenAt ?? new Date()
  const tokens = await issueTokens(provider, tx, member, { authTime, client })
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    localId: member.uid,
    providerId: lineProviderId,
    federatedId: person.subject,
    displayName: member.displayName ?? '',
    ...(member.photoUrl !== null && { photoUrl: member.photoUrl }),
    ...(member.email !== null && { email: member.email, emailVerified: member.emailVerified }),
    isNewUser: isNew,
    rawUserInfo: '{}',
    ...tokens,
  }
}
