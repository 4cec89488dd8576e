import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_endpoint_neptune_iam_authorization_enabled',
  title: 'Neptune endpoint signs its requests by IAM',
  description:
    'Reads whether each endpoint of Neptune uses IAM authorization when it loads the graph.',
  risk: 'A graph that takes unsigned requests takes them from everybody who reaches its port.',
  decision:
    'Passes when IAM authorization is on; fails when it is off, which it is unless somebody asked for it. Endpoints of other engines, and those that are being deleted, have no verdict.',
  fix: {
    text: 'Turn on IAM authorization for the endpoint and for the Neptune cluster.',
    console: [
      'Open AWS DMS, choose Endpoints, choose the endpoint, then Actions and Modify.',
      'In the endpoint settings, set IamAuthEnabled to true and name a service role that may connect to Neptune.',
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
      ? pass(`The Neptune endpoint ${name} signs its requests by IAM.`)
      : fail(`The Neptune endpoint ${name} does not sign its requests by IAM.`)
  },
})
