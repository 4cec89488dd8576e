import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { answering } from '../testing/answering.ts'
import { risksOf } from './pools.ts'

const leakedAt = async (EventFilter?: string[]) => {
  const aws = answering({
    'cognito-idp:DescribeRiskConfiguration': {
      RiskConfiguration: {
        UserPoolId: 'pool',
        CompromisedCredentialsRiskConfiguration: {
          Actions: { EventAction: 'BLOCK' },
          ...(EventFilter && { EventFilter }),
        },
      },
    },
  })
  return (await risksOf(aws, 'pool')).leaked_password
}

test('without a filter, or with an empty one, sign-ins are among the events', async () => {
  equal(await leakedAt(), 'BLOCK')
  equal(await leakedAt([]), 'BLOCK')
  equal(await leakedAt(['SIGN_IN']), 'BLOCK')
  equal(await leakedAt(['SIGN_UP']), 'NO_ACTION')
})
