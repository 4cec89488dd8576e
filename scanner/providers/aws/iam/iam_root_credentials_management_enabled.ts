import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_root_credentials_management_enabled',
  title: 'Organization manages the root credentials of its accounts',
  description:
    'Asks IAM which central features for root access are on in the organization that this account manages, or administers for IAM.',
  risk: 'Each account with its own root password is one more door that somebody has to guard; managed centrally, member accounts need none.',
  decision:
    'Fails when the management of root credentials is not on, which includes an organization that gives IAM no trusted access. Passes when it is on, whether or not member accounts still have root credentials. An account in no organization, a mere member, and an organization without all features give no finding.',
  fix: {
    text: 'From the management account, enable central management of root access, then delete the root credentials of member accounts.',
    console: [
      'In the management account, or the one that administers IAM for it, open IAM and choose Root access management.',
      'Choose Enable, tick Root credentials management, and confirm.',
      'Open the member accounts in the list that still have root credentials.',
      'Choose Take privileged action, then Delete root user credentials.',
    ],
    cli: 'aws organizations enable-aws-service-access --service-principal iam.amazonaws.com && aws iam enable-organizations-root-credentials-management',
    terraform: `resource "aws_iam_organizations_features" "root_access" {
  enabled_features = [
    "RootCredentialsManagement",
    "RootSessions",
  ]
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-enable-root-access.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user-access-management.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user-privileged-task.html'],
  over: 'roots',
  needs: ['organization_features'],
  judge({ organization_features: features }) {
    if (!features) return [] // nothing to manage from here
    return features.includes('RootCredentialsManagement')
      ? pass('The organization manages the root credentials of its member accounts.')
      : fail('The organization leaves root credentials to each member account.')
  },
})
