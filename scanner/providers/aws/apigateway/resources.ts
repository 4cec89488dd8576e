import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Suspect } from '../secrets.ts'

export interface Method {
  readonly path: string
  readonly verb: string
  /** NONE, AWS_IAM, CUSTOM or COGNITO_USER_POOLS. */
  readonly authorization: string
}

export interface RestApi extends Resource {
  readonly api_id: string
  /** EDGE, REGIONAL or PRIVATE. */
  readonly endpoint_types: readonly string[]
  /** Without OPTIONS, which browsers send before they authenticate. */
  readonly methods: Maybe<readonly Method[]>
}

/** The settings of a method of a stage; `*` followed by `/*` is every method without separate settings. */
export interface MethodSettings {
  readonly method: string
  /** OFF, ERROR or INFO. */
  readonly logging: string
  readonly caching: boolean
  readonly cache_encrypted: boolean
}

export interface Stage extends Resource {
  readonly settings: readonly MethodSettings[]
  readonly cache_cluster: boolean
  readonly client_certificate: string | null
  readonly web_acl: string | null
  readonly tracing: boolean
  /** Stage variables whose values look like secrets. The values are not stored. */
  readonly suspects: readonly Suspect[]
}

export interface DomainName extends Resource {
  readonly security_policy: string
}

export interface ApiGateway {
  restApis: RestApi
  stages: Stage
  domainNames: DomainName
}

export const check = checkFor<ApiGateway>()

export const isPrivate = ({ endpoint_types: types }: Pick<RestApi, 'endpoint_types'>): boolean =>
  types.length > 0 && types.every((type) => type === 'PRIVATE')

/** Methods without authorization. */
export const openMethods = (methods: readonly Method[]): readonly string[] =>
  methods
    .filter(({ authorization }) => authorization === 'NONE')
    .map(({ verb, path }) => `${verb} ${path}`)
