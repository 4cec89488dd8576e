import { checkFor } from '../../../kit/index.ts'
import type { Component } from '../control-plane.ts'

export const flags = {
  bind_address: 'text',
  /** A file whose KubeSchedulerConfiguration is used instead of --profiling, but not of addresses and ports. */
  config: 'text',
  profiling: 'boolean',
  secure_port: 'number',
} as const

export interface Scheduler {
  schedulers: Component<typeof flags>
}

export const check = checkFor<Scheduler>()
