import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_endpoint_mongodb_authentication_enabled',
  title: 'DMS endpoint for MongoDB has authentication enabled',
  description: 'Reads the authentication type of each MongoDB endpoint.',
  risk: 'If DMS can read a database without a password, any client with network access can read it too.',
  decision:
    'Passes if the authentication type is password. Fails if it is no. Endpoints of other engines, and endpoints that are being created or deleted, give no finding. An endpoint without the authentication type in the response is reported as a coverage gap.',
  fix: {
    text: 'Enable authentication in MongoDB and configure a user for the endpoint.',
    console: [
      'Create a user for DMS in MongoDB with read access to the migrated data.',
      'Open AWS DMS, choose Endpoints, choose the endpoint, then Actions and Modify.',
      'Choose the authentication mode password, enter the user name and password or their secret, then choose Save.',
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
      ? fail(`MongoDB endpoint ${name} connects without authentication.`)
      : pass(`MongoDB endpoint ${name} connects with password authentication.`)
  },
})
