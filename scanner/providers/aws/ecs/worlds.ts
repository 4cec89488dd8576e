// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Cluster, Container, Definition, EcsService, TaskDefinition } from './resources.ts'

export const container = (changes: Partial<Container> = {}): Container => ({
  name: 'web',
  user: 'app',
  privileged: false,
  readonly_root: true,
  log_driver: 'awslogs',
  log_mode: null,
  suspects: [],
  ...changes,
})

export const definition = (changes: Partial<Definition> = {}): Definition => ({
  network_mode: 'awsvpc',
  pid_mode: null,
  ipc_mode: null,
  windows: false,
  containers: [container()],
  ...changes,
})

export const taskDefinition = world<TaskDefinition>({
  uid: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/shop:7',
  name: 'shop:7',
  region: 'eu-west-1',
  definition: definition(),
  default_log_mode: 'non-blocking',
})

/** A task definition with these containers. */
export const withContainers = (...containers: Partial<Container>[]): TaskDefinition =>
  taskDefinition({ definition: definition({ containers: containers.map(container) }) })

export const ecsService = world<EcsService>({
  uid: 'arn:aws:ecs:eu-west-1:123456789012:service/shop/web',
  name: 'web',
  region: 'eu-west-1',
  status: 'ACTIVE',
  platform: { version: 'LATEST', windows: false },
  public_ip: false,
  definitions: ['arn:aws:ecs:eu-west-1:123456789012:task-definition/shop:7'],
  task_sets: [],
})

export const cluster = world<Cluster>({
  uid: 'arn:aws:ecs:eu-west-1:123456789012:cluster/shop',
  name: 'shop',
  region: 'eu-west-1',
  status: 'ACTIVE',
  container_insights: 'enabled',
})
