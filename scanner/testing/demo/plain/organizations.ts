/** The account is a member of an organization that the scanning account manages. */
import { operatorId } from '../facts.ts'

const arn = (rest: string) => `arn:aws:organizations::${operatorId}:${rest}`

export const demoOrganizations = () => ({
  'us-east-1': {
    DescribeOrganization: {
      Organization: {
        Id: 'o-larkspur01',
        Arn: arn('organization/o-larkspur01'),
        FeatureSet: 'ALL',
        MasterAccountId: operatorId,
        MasterAccountArn: arn(`account/o-larkspur01/${operatorId}`),
        MasterAccountEmail: 'aws-root@larkspur.example',
      },
    },
  },
})
