/** Reads the XML of identity providers in a separate thread, within a deadline. */
import { invalid, type Problem } from '@plumbline/jsonapi'
import { FunctionThread, OutOfBounds, type Owner } from '../../../platform/threads/index.ts'
import { NotBelieved } from './assertion.ts'
import type { IdentityProvider } from './metadata.ts'
import type { SignOut } from './sign-out.ts'
import type {
  Answered,
  AskedToSignOut,
  Believed,
  Refused,
  SamlFunctions,
  Unidentified,
} from './thread.ts'

/** Within its bounds an answer takes a tenth of a second. */
const thread = new FunctionThread<SamlFunctions>(new URL('./thread.ts', import.meta.url), {
  name: 'saml',
  deadlineMs: 10_000,
})

const bad = (detail: string) => invalid('/data/attributes/metadata_xml', detail)

/** What is believed of an identity provider, or what is wrong with its metadata. */
export async function providerIn(
  owner: Owner,
  metadata: string,
): Promise<IdentityProvider | Problem> {
  try {
    const read = await thread.run(owner, 'metadata', metadata)
    return 'refused' in read ? bad(read.refused) : read
  } catch (error) {
    if (error instanceof OutOfBounds) return bad('Reading it exceeded the time limit.')
    throw error
  }
}

async function unlessRefused<T extends object>(reading: Promise<T | Refused>): Promise<T> {
  try {
    const read = await reading
    if ('refused' in read) throw new NotBelieved(read.refused)
    return read
  } catch (error) {
    if (error instanceof OutOfBounds) throw new NotBelieved('Reading it exceeded the time limit.')
    throw error
  }
}

/** The user who signed in, from a response with a valid signature. Throws NotBelieved. */
export const believed = (tenantId: string, answered: Answered): Promise<Believed | Unidentified> =>
  unlessRefused(thread.run(tenantId, 'answer', answered))

/** The user to sign out, from a request with a valid signature. Throws NotBelieved. */
export const signOutOf = (tenantId: string, asked: AskedToSignOut): Promise<SignOut> =>
  unlessRefused(thread.run(tenantId, 'signOut', asked))
