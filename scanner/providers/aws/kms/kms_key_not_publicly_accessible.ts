import { fail, pass } from '../../../kit/index.ts'
import { isPublic } from '../policy.ts'
import { check } from './resources.ts'

export default check({
  id: 'kms_key_not_publicly_accessible',
  title: 'Key policy lets in nobody unknown',
  risk: 'With a key open to everyone, encryption protects nothing from whoever gets the data.',
  fix: {
    text: 'Name the principals in the key policy, or bind everyone to an account with kms:CallerAccount.',
    cli: 'aws kms put-key-policy --key-id <id> --policy-name default --policy file://policy.json',
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html',
  over: 'keys',
  needs: ['details', 'policy'],
  judge: ({ name, details: { manager, state }, policy }) => {
    if (manager === 'AWS' || state === 'PendingDeletion') return []
    const open = (policy ?? []).find(isPublic)
    return open
      ? fail(`The policy of the key ${name} lets everyone in${open.sid ? ` by ${open.sid}` : ''}.`)
      : pass(`The policy of the key ${name} names whom it lets in.`)
  },
})
