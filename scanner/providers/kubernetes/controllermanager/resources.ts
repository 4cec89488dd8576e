import { checkFor } from '../../../kit/index.ts'
import type { Component } from '../control-plane.ts'

export const flags = {
  bind_address: 'text',
  /** Names; `-` before one turns it off, `*` means all that are on by default. */
  controllers: 'list',
  /** `Name=true` each. */
  feature_gates: 'list',
  profiling: 'boolean',
  root_ca_file: 'text',
  secure_port: 'number',
  service_account_private_key_file: 'text',
  terminated_pod_gc_threshold: 'number',
  use_service_account_credentials: 'boolean',
} as const

export interface ControllerManager {
  managers: Component<typeof flags>
}

export const check = checkFor<ControllerManager>()
