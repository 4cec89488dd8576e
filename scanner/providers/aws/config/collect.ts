import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Config, Recorder, Region } from './resources.ts'

interface ListedRecorder {
  name?: string
  roleARN?: string
  recordingGroup?: { allSupported?: boolean }
  recordingScope?: string
}

async function recordersOf(aws: Aws): Promise<readonly ListedRecorder[]> {
  const { ConfigurationRecorders } = await aws.call<{ ConfigurationRecorders?: ListedRecorder[] }>(
    'config:DescribeConfigurationRecorders',
  )
  if (!ConfigurationRecorders) {
    throw aws.broken('config:DescribeConfigurationRecorders', 'ConfigurationRecorders')
  }
  // Other services have separate, internal recorders.
  return ConfigurationRecorders.filter(({ recordingScope }) => recordingScope !== 'INTERNAL')
}

async function statusesOf(aws: Aws) {
  const { ConfigurationRecordersStatus: given } = await aws.call<{
    ConfigurationRecordersStatus?: { name?: string; recording?: boolean; lastStatus?: string }[]
  }>('config:DescribeConfigurationRecorderStatus')
  if (!given) {
    throw aws.broken('config:DescribeConfigurationRecorderStatus', 'ConfigurationRecordersStatus')
  }
  return given.map(({ name = '', recording = false, lastStatus }) => ({
    name,
    recording,
    last_status: lastStatus?.toUpperCase() ?? null,
  }))
}

const recordsAll = ({ recordingGroup }: ListedRecorder): boolean =>
  recordingGroup?.allSupported === true

async function* listed(recorders: () => Promise<readonly ListedRecorder[]>) {
  yield* await recorders()
}

export function collect({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<Config> {
  const recorders = once(() => recordersOf(aws))
  const prefix = `arn:${partition}:config:${region}:${account}`
  return {
    regions: each<string, Region>([region], (name) => ({
      uid: `${prefix}:recorder`,
      name,
      region,
      recorders: read(async () =>
        (await recorders()).map((it) => ({ name: it.name ?? '', all_types: recordsAll(it) })),
      ),
      statuses: read(() => statusesOf(aws)),
    })),

    recorders: each<ListedRecorder, Recorder>(listed(recorders), (recorder) => {
      const { name } = recorder
      if (!name) throw aws.broken('config:DescribeConfigurationRecorders', 'name')
      return {
        uid: `${prefix}:configuration-recorder/${name}`,
        name,
        region,
        role: recorder.roleARN ?? null,
        all_types: recordsAll(recorder),
      }
    }),
  }
}
