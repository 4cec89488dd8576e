import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { collect } from './collect.ts'

test('a cluster whose brokers are missing is no serverless one, and does not hide the others', async () => {
  const cluster = (clusterName: string, more: object) => ({
    clusterArn: clusterName,
    clusterName,
    state: 'ACTIVE',
    ...more,
  })
  const aws = answering({
    'kafka:ListClustersV2': {
      clusterInfoList: [
        cluster('a', {}),
        cluster('b', { clusterType: 'SERVERLESS' }),
        cluster('c', { provisioned: { enhancedMonitoring: 'DEFAULT' } }),
      ],
    },
  })
  const clusters = await recordsOf(collect(collecting(aws)).clusters)
  deepEqual(
    clusters.map(({ brokers }) => brokers && brokers.monitoring),
    [null, null, 'DEFAULT'],
  )
  deepEqual(
    clusters.map(({ brokers }) => brokers === null),
    [false, true, false],
  )
})
