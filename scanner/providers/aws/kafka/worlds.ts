// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Brokers, Cluster, Connector } from './resources.ts'

const sound: Brokers = {
  client_encryption: 'TLS',
  inner_encryption: true,
  monitoring: 'PER_BROKER',
  public: false,
  mutual_tls: true,
  anonymous: false,
}

const sample = world<Cluster>({
  uid: 'arn:aws:kafka:eu-west-1:123456789012:cluster/orders/1',
  name: 'orders',
  region: 'eu-west-1',
  state: 'ACTIVE',
  brokers: sound,
  key_manager: 'CUSTOMER',
})

/** A cluster with changed brokers. */
export const cluster = (changes: Partial<Brokers> = {}, rest: Partial<Cluster> = {}): Cluster =>
  sample({ brokers: { ...sound, ...changes }, ...rest })

export const serverless = (): Cluster => sample({ brokers: null, key_manager: null })

export const connector = world<Connector>({
  uid: 'arn:aws:kafkaconnect:eu-west-1:123456789012:connector/orders/1',
  name: 'orders',
  region: 'eu-west-1',
  state: 'RUNNING',
  encryption: 'TLS',
})
