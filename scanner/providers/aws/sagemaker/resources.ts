import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import { known as knownBy } from '../known.ts'

/** Values that the response omits are null. */
export interface NotebookDetails {
  readonly direct_internet: boolean | null
  /** The subnet of the notebook; null if it is in AWS’s own network. */
  readonly subnet: string | null
  readonly root: boolean | null
  /** Null if the volume uses AWS’s key. */
  readonly kms_key: string | null
}

export interface Notebook extends Resource {
  /** `InService`, `Stopped`, `Pending`, `Deleting`, … */
  readonly status: string
  readonly details: Maybe<NotebookDetails>
}

export interface Variant {
  readonly name: string
  /** Null for a serverless variant, which has no instances. */
  readonly instances: number | null
}

export interface EndpointConfig extends Resource {
  readonly details: Maybe<{
    readonly variants: readonly Variant[]
    readonly kms_key: string | null
  }>
}

export interface Model extends Resource {
  readonly details: Maybe<{ readonly isolated: boolean | null; readonly in_vpc: boolean }>
}

export interface Domain extends Resource {
  readonly status: string
  /** `SSO` or `IAM`. */
  readonly auth_mode: Maybe<string>
}

const passing: ReadonlySet<string> = new Set(['Pending', 'Deleting', 'Delete_Failed'])

/** Notebooks and domains being created or deleted are not judged. */
export const isPassing = (status: string): boolean => passing.has(status)

/** A value of a notebook for a judge: a value missing in the response is unread. */
export const known = <T>(value: T | null): T => knownBy(value, 'sagemaker:DescribeNotebookInstance')

export interface SageMaker {
  notebooks: Notebook
  endpointConfigs: EndpointConfig
  models: Model
  domains: Domain
}

export const check = checkFor<SageMaker>()
