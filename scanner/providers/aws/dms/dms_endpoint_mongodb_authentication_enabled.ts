import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_endpoint_mongodb_authentication_enabled',
  title: 'MongoDB endpoint signs in with a password',
  description: 'Reads how each endpoint of MongoDB signs in to its database.',
  risk: 'A database that DMS may read without a password may be read so by everybody who reaches it.',
  decision:
    'Passes when the authentication type is password, fails when it is no. Endpoints of other engines, and those that are being deleted, have no verdict; an answer without the type gives a gap in coverage.',
  fix: {
    text: 'Turn on authentication in MongoDB and give the endpoint a user.',
    console: [
      'Make a user for DMS in MongoDB that may read what is migrated.',
      'Open AWS DMS, choose Endpoints, choose the endpoint, then Actions and Modify.',
      'Choose the authentication mode password, put user and password or their secret, then Save.',
      'Choose Test connections and run the test.',
    ],
    cli: 'aws dms modify-endpoint --endpoint-arn <endpoint> --mongo-db-settings AuthType=password,AuthMechanism=scram-sha-1,AuthSource=admin,SecretsManagerSecretId=<secret>,SecretsManagerAccessRoleArn=<role>',
    terraform: `resource "aws_dms_endpoint" "catalogue" {
  endpoint_id   = "catalogue"
  endpoint_type = "source"
  engine_name   = "mongodb"

  secrets_manager_arn             = aws_secretsmanager_secret.mongodb.arn
  secrets_manager_access_role_arn = aws_iam_role.dms.arn

  mongodb_settings {
    auth_type      = "password"
    auth_mechanism = "scram-sha-1"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/dms/latest/userguide/CHAP_Source.MongoDB.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dms-controls.html'],
  over: 'endpoints',
  needs: [],
  judge: ({ name, status, engine, mongodb_auth }) => {
    if (isPassing(status) || engine !== 'mongodb') return []
    return known(mongodb_auth, 'dms:DescribeEndpoints') === 'no'
      ? fail(`The MongoDB endpoint ${name} signs in without a password.`)
      : pass(`The MongoDB endpoint ${name} signs in with a password.`)
  },
})
