import type { Tags } from '../tags.ts'

export interface Instance {
  readonly id: string
  readonly reservationId: string
  type: string
  imageId: string
  state: 'pending' | 'running' | 'shutting-down' | 'terminated' | 'stopping' | 'stopped'
  platform?: 'windows'
  zone: string
  vpcId: string
  subnetId: string
  privateIp: string
  publicIp: string | null
  ipv6: string | null
  interfaceId: string
  securityGroupIds: string[]
  /** The name of the instance profile. */
  profile: string | null
  metadata: {
    httpTokens: 'optional' | 'required'
    endpoint: 'enabled' | 'disabled'
    hopLimit: number
  }
  volumes: { device: string; volumeId: string }[]
  monitoring: boolean
  launchedAt: Date
  keyName?: string
  /** Plain text; encoded as base64 in responses. */
  userData?: string
  terminationProtection: boolean
  /** True if it may run enclaves; false by default. */
  enclaves?: boolean
  /** EC2's reason for the change of state. */
  stateReason?: string
  tags: Tags
}
