/** The thread that reads the XML of identity providers: who sends it decides what reading it costs. */
import { answering } from '../../../platform/threads/index.ts'
import { type Asserted, NotBelieved, NotIdentified, readAssertion } from './assertion.ts'
import { BadMetadata, type IdentityProvider, readMetadata } from './metadata.ts'
import { answeredSignIn, requestIdOf, type ServiceProvider, verifiedAssertion } from './response.ts'
import { readSignOut, type SignOut } from './sign-out.ts'

/** Why something is not taken. */
export interface Refused {
  readonly refused: string
}

/** A valid response that does not identify a user. The sentence is shown to the user. */
export interface Unidentified {
  readonly signInId: string
  readonly unidentified: string
}

export interface Answered {
  /** As it arrived: base64. */
  readonly encoded: string
  readonly service: ServiceProvider
  readonly provider: IdentityProvider
  readonly emailDomain: string
  readonly now: number
}

export interface AskedToSignOut {
  /** The parameters of the address, as they arrived. */
  readonly search: string
  readonly provider: IdentityProvider
  /** Our address that takes such requests. */
  readonly destination: string
  readonly now: number
}

export interface Believed {
  /** The sign-in that it answers. */
  readonly signInId: string
  readonly asserted: Asserted
}

const functions = {
  metadata(xml: string): IdentityProvider | Refused {
    try {
      return readMetadata(xml)
    } catch (error) {
      if (error instanceof BadMetadata) return { refused: error.message }
      throw error
    }
  },
  async answer(answered: Answered): Promise<Believed | Unidentified | Refused> {
    const { encoded, service, provider, emailDomain, now } = answered
    let signInId: string | null = null
    try {
      signInId = answeredSignIn(encoded) || null
      if (!signInId) throw new NotBelieved('It does not answer a pending request.')
      const asserted = readAssertion(await verifiedAssertion(encoded, service, provider), {
        issuer: provider.entityId,
        audience: service.entityId,
        recipient: service.acs,
        requestId: requestIdOf(signInId),
        emailDomain,
        now,
      })
      return { signInId, asserted }
    } catch (error) {
      if (error instanceof NotIdentified && signInId !== null)
        return { signInId, unidentified: error.message }
      if (error instanceof NotBelieved) return { refused: error.message }
      throw error
    }
  },
  signOut({ search, provider, destination, now }: AskedToSignOut): SignOut | Refused {
    try {
      return readSignOut(search, provider, { destination, now })
    } catch (error) {
      if (error instanceof NotBelieved) return { refused: error.message }
      throw error
    }
  },
}
export type SamlFunctions = typeof functions

answering(functions)
