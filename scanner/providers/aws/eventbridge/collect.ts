import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Bus, Endpoint, EventBridge } from './resources.ts'

interface ListedBus {
  Arn: string
  Name: string
  Policy?: string
}

interface ListedEndpoint {
  Arn: string
  Name: string
  ReplicationConfig?: { State?: string }
}

async function* buses(aws: Aws) {
  const operation = 'events:ListEventBuses'
  for await (const { EventBuses } of aws.pages<{ EventBuses?: ListedBus[] }>(operation)) {
    if (!EventBuses) throw aws.broken(operation, 'EventBuses')
    yield* EventBuses
  }
}

async function* endpoints(aws: Aws) {
  const operation = 'events:ListEndpoints'
  for await (const { Endpoints } of aws.pages<{ Endpoints?: ListedEndpoint[] }>(operation)) {
    if (!Endpoints) throw aws.broken(operation, 'Endpoints')
    yield* Endpoints
  }
}

/** Endpoints replicate by default, but a response without the setting proves neither. */
function replicates({ ReplicationConfig }: ListedEndpoint): boolean | null {
  const state = ReplicationConfig?.State
  return state ? state === 'ENABLED' : null
}

function policyOf(aws: Aws, policy: string | undefined) {
  if (!policy) return null
  return policyIn(aws, 'events:ListEventBuses', policy)
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<EventBridge> => ({
  buses: each<ListedBus, Bus>(buses(aws), ({ Arn, Name: name, Policy }) => ({
    uid: Arn,
    name,
    region,
    policy: read(async () => policyOf(aws, Policy)),
  })),
  endpoints: each<ListedEndpoint, Endpoint>(endpoints(aws), (it) => ({
    uid: it.Arn,
    name: it.Name,
    region,
    replicates: replicates(it),
  })),
})
