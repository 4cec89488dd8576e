import { type Collected, type Collecting, each, once, read, unread } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { suspects } from '../secrets.ts'
import { clusters, services } from './clusters.ts'
import type { Container, Definition, Ecs, EcsService } from './resources.ts'

interface DescribedContainer {
  name?: string
  user?: string
  privileged?: boolean
  readonlyRootFilesystem?: boolean
  environment?: { name?: string; value?: string }[]
  logConfiguration?: { logDriver?: string; options?: Record<string, string> }
}

interface Described {
  taskDefinition?: {
    networkMode?: string
    pidMode?: string
    ipcMode?: string
    runtimePlatform?: { operatingSystemFamily?: string }
    containerDefinitions?: DescribedContainer[]
  }
}

const nameOf = (arn: string): string => arn.slice(arn.indexOf('/') + 1)

/** In descending order the newest revision of a family is its first. */
async function* newestDefinitions(aws: Aws) {
  const call = 'ecs:ListTaskDefinitions'
  let last = ''
  for await (const { taskDefinitionArns } of aws.pages<{ taskDefinitionArns?: string[] }>(call, {
    status: 'ACTIVE',
    sort: 'DESC',
  })) {
    if (!taskDefinitionArns) throw aws.broken(call, 'taskDefinitionArns')
    for (const arn of taskDefinitionArns) {
      const name = nameOf(arn)
      const family = name.slice(0, name.lastIndexOf(':'))
      if (family === last) continue
      last = family
      yield arn
    }
  }
}

/** Services keep running an older revision, even a deregistered one, until they are updated. */
async function* definitions(aws: Aws, running: () => Promise<readonly EcsService[]>) {
  const seen = new Set<string>()
  for await (const arn of newestDefinitions(aws)) {
    seen.add(arn)
    yield arn
  }
  for (const arn of (await running()).flatMap((it) => it.definitions)) {
    if (seen.has(arn)) continue
    seen.add(arn)
    yield arn
  }
}

const call = 'ecs:DescribeTaskDefinition'

/** A log configuration always has a driver. */
function logDriverOf(aws: Aws, { logConfiguration: it }: DescribedContainer): string | null {
  if (it && !it.logDriver) throw aws.broken(call, 'logConfiguration.logDriver')
  return it?.logDriver ?? null
}

/** Unread if a variable has no name or no value: the missing part may reveal a secret. */
function suspectsOf({ environment = [] }: DescribedContainer): Container['suspects'] {
  const variables = environment.flatMap(({ name, value }): [string, string][] =>
    name === undefined || value === undefined ? [] : [[name, value]],
  )
  return variables.length === environment.length
    ? suspects(variables)
    : unread('broken_answer', { outcome: 'error', action: call })
}

const containerOf = (aws: Aws, it: DescribedContainer): Container => ({
  name: it.name ?? '',
  user: it.user || null,
  // Settings that a definition omits are off.
  privileged: it.privileged ?? false,
  readonly_root: it.readonlyRootFilesystem ?? false,
  log_driver: logDriverOf(aws, it),
  log_mode: it.logConfiguration?.options?.mode ?? null,
  suspects: suspectsOf(it),
})

async function definitionOf(aws: Aws, taskDefinition: string): Promise<Definition> {
  const { taskDefinition: it } = await aws.call<Described>(call, { taskDefinition })
  if (!it?.containerDefinitions) throw aws.broken(call, 'containerDefinitions')
  return {
    // Without a mode it is bridge on Linux and nat on Windows, and neither shares the host's network.
    network_mode: it.networkMode ?? 'bridge',
    pid_mode: it.pidMode ?? null,
    ipc_mode: it.ipcMode ?? null,
    windows: it.runtimePlatform?.operatingSystemFamily?.startsWith('WINDOWS') ?? false,
    containers: it.containerDefinitions.map((one) => containerOf(aws, one)),
  }
}

const leavesModeOpen = ({ log_driver: driver, log_mode: mode }: Container): boolean =>
  driver !== null && mode === null

async function logModeOf(aws: Aws): Promise<string> {
  const call = 'ecs:ListAccountSettings'
  const { settings } = await aws.call<{ settings?: { name?: string; value?: string }[] }>(call, {
    name: 'defaultLogDriverMode',
    effectiveSettings: true,
  })
  const value = settings?.find(({ name }) => name === 'defaultLogDriverMode')?.value
  if (!value) throw aws.broken(call, 'defaultLogDriverMode')
  return value
}

async function* listed(running: () => Promise<readonly EcsService[]>) {
  yield* await running()
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Ecs> => {
  const logMode = once(() => logModeOf(aws))
  const running = once(() => Array.fromAsync(services(aws, region)))
  return {
    taskDefinitions: each(definitions(aws, running), (arn) => {
      const definition = once(() => definitionOf(aws, arn))
      return {
        uid: arn,
        name: nameOf(arn),
        region,
        definition: read(definition),
        default_log_mode: read(async () =>
          (await definition()).containers.some(leavesModeOpen) ? logMode() : null,
        ),
      }
    }),
    services: each(listed(running), (it) => it),
    clusters: each(clusters(aws, region), (it) => it),
  }
}
