import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** A recorder of the account itself; a region has at most one. */
export interface Recorder extends Resource {
  readonly role: string | null
  /** True if it records all resource types that Config supports. */
  readonly all_types: boolean
}

export interface RecorderStatus {
  readonly name: string
  readonly recording: boolean
  /** `SUCCESS`, `FAILURE`, `PENDING` or `NOTAPPLICABLE`: the result of the last delivery; null without one. */
  readonly last_status: string | null
}

export interface Region extends Resource {
  readonly recorders: Maybe<readonly { readonly name: string; readonly all_types: boolean }[]>
  readonly statuses: Maybe<readonly RecorderStatus[]>
}

export interface Config {
  regions: Region
  recorders: Recorder
}

export const check = checkFor<Config>()
