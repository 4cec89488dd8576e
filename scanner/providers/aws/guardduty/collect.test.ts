import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { collect } from './collect.ts'

test('an empty page of findings is not the last one while it names another', async () => {
  const aws = answering({
    'guardduty:ListDetectors': { detectorIds: ['one'] },
    'guardduty:ListFindings': [{ findingIds: [], nextToken: 'next' }, { findingIds: ['severe'] }],
  })
  const [region] = await recordsOf(collect(collecting(aws)).regions, 'severe')
  deepEqual(region?.severe, { count: 1, more: false })
})

test('what a plan manages besides is kept under both names', async () => {
  const aws = answering({
    'guardduty:ListDetectors': { detectorIds: ['one'] },
    'guardduty:GetDetector': {
      status: 'ENABLED',
      features: [
        {
          name: 'RUNTIME_MONITORING',
          status: 'ENABLED',
          additionalConfiguration: [
            { name: 'EKS_ADDON_MANAGEMENT', status: 'DISABLED' },
            { name: 'EC2_AGENT_MANAGEMENT', status: 'ENABLED' },
          ],
        },
      ],
    },
  })
  const [region] = await recordsOf(collect(collecting(aws)).regions, 'detector')
  deepEqual(region?.detector, {
    id: 'one',
    enabled: true,
    features: {
      RUNTIME_MONITORING: true,
      'RUNTIME_MONITORING EKS_ADDON_MANAGEMENT': false,
      'RUNTIME_MONITORING EC2_AGENT_MANAGEMENT': true,
    },
  })
})
