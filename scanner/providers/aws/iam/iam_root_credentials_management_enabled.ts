import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_root_credentials_management_enabled',
  title: 'Organization has centralized root credentials management enabled',
  description:
    'Reads which centralized root access features of IAM are enabled in the organization that this account manages, or for which it is the delegated administrator of IAM.',
  risk: 'Each member account has a separate root password to protect. With centralized management, member accounts need no root credentials.',
  decision:
    'Fails if root credentials management is not enabled, which includes an organization without trusted access for IAM. Passes if it is enabled, whether or not member accounts still have root credentials. An account without an organization, a member account that is not a delegated administrator, and an organization without all features enabled give no finding.',
  fix: {
    text: 'Enable centralized root access from the management account, then delete the root credentials of member accounts.',
    console: [
      'In the management account or the delegated administrator account for IAM, open IAM and choose Root access management.',
      'Choose Enable, select Root credentials management, and confirm.',
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
    if (!features) return [] // not applicable to this account
    return features.includes('RootCredentialsManagement')
      ? pass('The organization has centralized root credentials management enabled.')
      : fail('The organization does not have centralized root credentials management enabled.')
  },
})
