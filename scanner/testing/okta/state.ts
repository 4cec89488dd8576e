/** The state of a fixture organization: objects in the format of Okta's lists, and the apps that may sign in. */
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'

export interface OktaObject {
  readonly [member: string]: unknown
}

/** A service app that signs in with a private key. */
export interface ServiceApp {
  readonly publicKey: JsonWebKey
  /** Granted under Okta API Scopes. */
  scopes: string[]
  /** True if tokens are bound to a key of the client. */
  isBound: boolean
  /** Null if none is assigned; the app then gets no token. */
  adminRole: string | null
}

export interface OktaState {
  domain: string
  /** `idx` is Identity Engine, `v1` is Classic Engine. */
  pipeline: 'idx' | 'v1'
  apps: Record<string, ServiceApp>
  /** Objects by the path of their list, without its query except for the type of policies. */
  lists: Record<string, OktaObject[]>
  /** Single objects by their paths; other paths return not found. */
  objects: Record<string, OktaObject>
  /** The validity of access tokens, in seconds. */
  tokenSeconds: number
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const ecPair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const clientId = '0oaSCANNER00000001'

/** The app's key in the formats in which an administrator may have saved it. */
export const privateKeys = {
  pem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  pkcs1: pair.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
  jwk: JSON.stringify({ ...pair.privateKey.export({ format: 'jwk' }), kid: 'key-1' }),
  /** The key of another app, `0oaELLIPTIC0000001`. */
  ec: ecPair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
} as const
export const ecClientId = '0oaELLIPTIC0000001'

/** A secret of the product. */
export const credentials = { okta_client_id: clientId, okta_private_key: privateKeys.pem }

export const everyScope: readonly string[] = [
  'okta.apiTokens.read',
  'okta.apps.read',
  'okta.authenticators.read',
  'okta.brands.read',
  'okta.groups.read',
  'okta.idps.read',
  'okta.logStreams.read',
  'okta.networkZones.read',
  'okta.policies.read',
  'okta.roles.read',
  'okta.users.read',
]

const app = (publicKey: JsonWebKey): ServiceApp => ({
  publicKey,
  scopes: [...everyScope],
  isBound: true,
  adminRole: 'SUPER_ADMIN',
})

/** An organization that contains only an app, which signs in with a bound token. */
export const emptyOrg = (): OktaState => ({
  domain: 'acme.okta.com',
  pipeline: 'idx',
  apps: {
    [clientId]: app(pair.publicKey.export({ format: 'jwk' })),
    [ecClientId]: app(ecPair.publicKey.export({ format: 'jwk' })),
  },
  lists: {},
  objects: {},
  tokenSeconds: 3_600,
})
