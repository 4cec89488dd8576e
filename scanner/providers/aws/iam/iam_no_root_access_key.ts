import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_root_access_key',
  title: 'Root user has no access key',
  risk: 'A root access key can do everything, close the account included, and no policy can limit it; whoever finds it in a file owns the account.',
  fix: {
    text: 'Sign in as the root user, deactivate its access keys, see that nothing breaks, then delete them. Let programs use roles.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user_manage_delete-key.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html',
  over: 'roots',
  needs: ['summary'],
  judge: ({ summary }) =>
    summary.access_keys
      ? fail('The root user has an access key.')
      : pass('The root user has no access key.'),
})
