import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_endpoint_neptune_iam_authorization_enabled',
  title: 'DMS endpoint for Neptune has IAM authorization enabled',
  description: 'Reads whether each Neptune endpoint uses IAM authorization.',
  risk: 'A Neptune cluster that accepts unsigned requests accepts them from any client with network access to its port.',
  decision:
    'Passes if IAM authorization is on. Fails if it is off, which is the default. Endpoints of other engines, and endpoints that are being created or deleted, give no finding.',
  fix: {
    text: 'Enable IAM authorization for the endpoint and for the Neptune cluster.',
    console: [
      'Open AWS DMS, choose Endpoints, choose the endpoint, then Actions and Modify.',
      'In the endpoint settings, set IamAuthEnabled to true and enter a service role that can connect to Neptune.',
      'Choose Save, and turn on IAM database authentication for the Neptune cluster.',
    ],
    cli: 'aws dms modify-endpoint --endpoint-arn <endpoint> --neptune-settings \'{"IamAuthEnabled":true,"ServiceAccessRoleArn":"<role>","S3BucketName":"<bucket>","S3BucketFolder":"<folder>"}\'',
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/dms/latest/userguide/CHAP_Target.Neptune.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dms-controls.html'],
  over: 'endpoints',
  needs: [],
  judge: ({ name, status, engine, neptune_iam }) => {
    if (isPassing(status) || engine !== 'neptune') return []
    return neptune_iam
      ? pass(`Neptune endpoint ${name} has IAM authorization enabled.`)
      : fail(`Neptune endpoint ${name} does not have IAM authorization enabled.`)
  },
})
