import { deleteApp } from 'firebase/app'
import {
  type ActionCodeSettings,
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  getAdditionalUserInfo,
  inMemoryPersistence,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  type User,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth'
import { lineProviderId } from '#contract/line-sign-in.ts'
import { privacyApi } from '#contract/privacy.ts'
import { call } from '../api/call.ts'
import { memberSession } from '../api/member-session.ts'
import { ownAddress, shopConfig } from '../api/shop-config.ts'
import { continueAddress } from '../shared/next-path.ts'
import { identityCode } from './identity-errors.ts'
import {
  currentToken,
  expectSignOut,
  renewedToken,
  signedInUser,
  startMemberAuth,
  syncSession,
  withThisBrowser,
} from './member-auth.ts'
import { createAuth, revokeSession } from './provider-auth.ts'
import { noteVerificationMail } from './sent-mail.ts'

/**
 * Re-exported, so that one chunk has everything that needs the SDK: a second one would be a second
 * session.
 */
export const memberAuth = { startMemberAuth, currentToken, renewedToken }

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(startMemberAuth(), email, password)
}

/** How long a sign-out waits for the end of notifications, in milliseconds. */
const leaveMs = 2000

export async function signOutMember(): Promise<void> {
  const auth = startMemberAuth()
  expectSignOut()
  const { token } = memberSession()
  const leaving = withThisBrowser((own) => own.leaveThisBrowser(token ?? undefined))
  // A push service that does not answer keeps nobody signed in.
  await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, leaveMs))])
  void revokeSession(auth)
  await auth.signOut()
}

export interface Registration {
  email: string
  isVerified: boolean
  isMailSent: boolean
}

/**
 * A registration does not sign in, so it uses an app of its own with in-memory persistence: no tab
 * ever sees its session.
 */
export async function register(
  email: string,
  password: string,
  { privacyVersion, next }: { privacyVersion: number | undefined; next: string | undefined },
): Promise<Registration> {
  const auth = createAuth({
    identity: shopConfig.identity,
    persistence: inMemoryPersistence,
    name: 'registration',
  })
  try {
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    if (privacyVersion !== undefined) await recordShown(user, privacyVersion)
    const isMailSent = await mailVerification(user, next).then(
      () => true,
      () => false,
    )
    return { email: user.email ?? email, isVerified: user.emailVerified, isMailSent }
  } finally {
    await deleteApp(auth.app)
  }
}

/** The first call of a new member says which policy was shown; without it the account is as good. */
async function recordShown(user: User, privacy_version: number): Promise<void> {
  const token = await user.getIdToken()
  const data = { privacy_version }
  await call(privacyApi.consent, { data }, { token }).catch(() => undefined)
}

/** Signs in anew: the token says that the password was proved just now. */
export async function proveIdentity(password: string): Promise<void> {
  await reauthenticate(password)
  syncSession(signedInUser())
}

export async function requestPasswordReset(email: string, next: string | undefined): Promise<void> {
  await backTo(next, (settings) => sendPasswordResetEmail(startMemberAuth(), email, settings))
}

/** The e-mail of the account that the code of a link belongs to; the code stays valid. */
export function emailOfResetCode(code: string): Promise<string> {
  return verifyPasswordResetCode(startMemberAuth(), code)
}

export async function resetPassword(code: string, password: string): Promise<void> {
  const auth = startMemberAuth()
  await confirmPasswordReset(auth, code, password)
  // A reset ends all sessions of its account; asking lets the SDK find out whether this is one.
  await auth.currentUser?.getIdToken(true).catch(() => undefined)
}

/** Uses up the code of a verification link; a member who is signed in here sees it at once. */
export async function confirmEmail(code: string): Promise<void> {
  const auth = startMemberAuth()
  await applyActionCode(auth, code)
  await auth.authStateReady()
  if (auth.currentUser) await readProof()
}

/** Shows at once that the mailbox of the member who is signed in here is proved. */
export async function readProof(): Promise<void> {
  const auth = startMemberAuth()
  const user = signedInUser()
  // The address is confirmed whether or not this browser can show it just now.
  // In this order: other tabs take the profile that is stored when the token changes.
  await user.reload().catch(() => undefined)
  await user.getIdToken(true).catch(() => undefined)
  syncSession(auth.currentUser)
}

export async function requestVerificationMail(next?: string): Promise<void> {
  await mailVerification(signedInUser(), next)
}

async function mailVerification(user: User, next: string | undefined): Promise<void> {
  await backTo(next, (settings) => sendEmailVerification(user, settings))
  noteVerificationMail()
}

/** A shop that is opened at an address which it does not know as its own mails without a way back. */
async function backTo(
  next: string | undefined,
  send: (settings?: ActionCodeSettings) => Promise<void>,
): Promise<void> {
  if (next === undefined) return send()
  await send({ url: continueAddress(next, ownAddress()) }).catch((error: unknown) => {
    if (identityCode(error) !== 'unauthorized-continue-uri') throw error
    return send()
  })
}

/** An empty text clears. */
export async function saveProfile(profile: { name: string; photoUrl: string }): Promise<void> {
  const user = signedInUser()
  await updateProfile(user, {
    displayName: profile.name || null,
    photoURL: profile.photoUrl || null,
  })
  syncSession(user)
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await reauthenticate(oldPassword)
  await updatePassword(signedInUser(), newPassword)
}

/** Of a member without a password; the token has to be of a fresh proof. */
export async function setPassword(password: string): Promise<void> {
  const user = signedInUser()
  await updatePassword(user, password)
  await showChanges(user)
}

/** Mails a link to an address, which becomes that of the member by opening it. */
export async function requestEmail(email: string): Promise<void> {
  await backTo(undefined, (settings) => verifyBeforeUpdateEmail(signedInUser(), email, settings))
}

/** The code that the way through LINE has left in the address, or what LINE says inside itself. */
type LineStatement = { code: string } | { idToken: string }

/** Whether it is a new account. */
export async function signInByLine(stated: LineStatement): Promise<{ isNew: boolean }> {
  const signedIn = await signInWithCredential(startMemberAuth(), lineCredential(stated))
  const isNew = getAdditionalUserInfo(signedIn)?.isNewUser === true
  if (isNew) await recordShownNow(signedIn.user)
  return { isNew }
}

interface Resolvers {
  _getIdTokenResponse(auth: unknown): unknown
  _getReauthenticationResolver(auth: unknown): unknown
}

/** Signs in a member who has tied LINE to an account; rejects for others, who get none by it. */
export async function signInKnownByLine(idToken: string): Promise<void> {
  const credential = lineCredential({ idToken })
  // The SDK asks for no new account when it confirms somebody; the field is undocumented.
  const resolvers = credential as unknown as Resolvers
  if (typeof resolvers._getReauthenticationResolver !== 'function') {
    throw new Error('This version of the identity SDK cannot sign in without signing up')
  }
  resolvers._getIdTokenResponse = (auth) => resolvers._getReauthenticationResolver(auth)
  await signInWithCredential(startMemberAuth(), credential)
}

export async function linkLine(code: string): Promise<void> {
  const user = await restoredUser()
  await linkWithCredential(user, lineCredential({ code }))
  syncSession(user)
}

/** The token says from now on that the member was here just now. */
export async function confirmByLine(code: string): Promise<void> {
  const user = await restoredUser()
  await reauthenticateWithCredential(user, lineCredential({ code }))
  syncSession(user)
}

export async function unlinkLine(password: string): Promise<void> {
  await reauthenticate(password)
  const user = signedInUser()
  await unlink(user, lineProviderId)
  syncSession(user)
}

/** The code stands where the SDK has the token of another provider. */
function lineCredential(stated: LineStatement) {
  const provider = new OAuthProvider(lineProviderId)
  return provider.credential('code' in stated ? { accessToken: stated.code } : stated)
}

/** After a whole load of the page, which the way through LINE is. */
async function restoredUser(): Promise<User> {
  await startMemberAuth().authStateReady()
  return signedInUser()
}

async function showChanges(user: User): Promise<void> {
  await user.reload().catch(() => undefined)
  syncSession(user)
}

/** The policy that stands beside the button of LINE. */
async function recordShownNow(user: User): Promise<void> {
  const shown = await call(privacyApi.read, { query: {} }).catch(() => undefined)
  if (shown) await recordShown(user, shown.policy.version)
}

/** A member without a password has shown just now who they are. */
export async function deleteAccount(password: string | undefined): Promise<void> {
  if (password !== undefined) await reauthenticate(password)
  expectSignOut()
  await deleteUser(signedInUser())
}

async function reauthenticate(password: string): Promise<void> {
  const user = signedInUser()
  const credential = EmailAuthProvider.credential(user.email ?? '', password)
  await reauthenticateWithCredential(user, credential)
}
