import { arnOfRole } from './arns.ts'
import type { Call, Service } from './call.ts'
import { Fault, refuse } from './fault.ts'
import { recogniseForm } from './inputs.ts'
import { trusts } from './trust.ts'

const invalid = (message: string) => new Fault('ValidationError', 400, message)

const assumeRole = (call: Call) => {
  const { input, caller, now } = call
  const arn = input.text('RoleArn') ?? ''
  const sessionName = input.text('RoleSessionName') ?? ''
  const seconds = Number(input.text('DurationSeconds') ?? 3600)
  const match = /^arn:aws:iam::(\d{12}):role\/(.+)$/.exec(arn)
  if (!match) throw invalid(`${arn} is invalid`)
  if (!/^[\w+=,.@-]{2,64}$/.test(sessionName))
    throw invalid(`Value '${sessionName}' at 'roleSessionName' failed to satisfy constraint.`)
  if (!(Number.isInteger(seconds) && seconds >= 900 && seconds <= 43_200))
    throw invalid(`Value '${seconds}' at 'durationSeconds' failed to satisfy constraint.`)
  const [, accountId = ''] = match
  const account = call.accountOf(accountId)
  const role = account?.iam.roles.find((each) => arnOfRole(accountId, each) === arn)
  // A role that does not exist has the same response as one that does not trust the caller.
  if (!account || !role || !trusts(role.trust, caller, input.text('ExternalId')))
    throw refuse(
      'query',
      'denied',
      `User: ${caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
    )
  if (seconds > role.maxSessionSeconds)
    throw invalid('The requested DurationSeconds exceeds the MaxSessionDuration set for this role.')
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  const session = {
    account,
    arn: `arn:aws:sts::${accountId}:assumed-role/${role.name}/${sessionName}`,
    userId: `${role.id}:${sessionName}`,
    expiresAt,
  }
  const credential = call.openSession(session)
  return {
    Credentials: {
      AccessKeyId: credential.accessKeyId,
      SecretAccessKey: credential.secretAccessKey,
      SessionToken: credential.sessionToken,
      Expiration: expiresAt,
    },
    AssumedRoleUser: { AssumedRoleId: session.userId, Arn: session.arn },
  }
}

export const sts: Service = {
  name: 'sts',
  prefix: 'sts',
  protocol: 'query',
  refusals: 'query',
  xmlns: 'https://sts.amazonaws.com/doc/2011-06-15/',
  recognise: recogniseForm('2011-06-15'),
  operations: {
    GetCallerIdentity: {
      answer: ({ caller }) => ({
        Arn: caller.arn,
        UserId: caller.userId,
        Account: caller.accountId,
      }),
    },
    AssumeRole: { resource: ({ input }) => input.text('RoleArn') ?? '*', answer: assumeRole },
  },
}
