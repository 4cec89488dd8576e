import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_root_credentials_management_enabled',
  title: 'Organization manages the root credentials of its accounts',
  risk: 'Each account with its own root password is one more door that somebody has to guard; managed centrally, member accounts need none.',
  fix: {
    text: 'From the management account, enable central management of root access, then delete the root credentials of member accounts.',
    cli: 'aws iam enable-organizations-root-credentials-management',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-enable-root-access.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user-access-management.html',
  over: 'roots',
  needs: ['organization_features'],
  judge({ organization_features: features }) {
    if (!features) return [] // nothing to manage from here
    return features.includes('RootCredentialsManagement')
      ? pass('The organization manages the root credentials of its member accounts.')
      : fail('The organization leaves root credentials to each member account.')
  },
})
