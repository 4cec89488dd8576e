import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'appsync_field_level_logging_enabled',
  title: 'API logs its fields',
  description: 'Reads at which level each GraphQL API logs what its resolvers do, field by field.',
  risk: 'A query that takes out more than it should, or fails half way, leaves nothing to look into.',
  decision:
    'Passes when the level of fields is ERROR, INFO, DEBUG or ALL. Fails when it is NONE or when no logging is set up.',
  fix: {
    text: 'Turn on logging with the field level ERROR or ALL.',
    console: [
      'Open AWS AppSync, choose the API, and choose Settings.',
      'Under Logging, choose Enable Logs and a role.',
      'Choose Error or All as the field resolver log level, and choose Save.',
      'The command resets what it is not given: put into the file the settings that get-graphql-api shows and this command takes, the name and all ways to sign in among them, and fieldLogLevel ERROR with a role under logConfig.',
    ],
    cli: 'aws appsync update-graphql-api --cli-input-json file://api-with-logs.json',
    terraform: `resource "aws_appsync_graphql_api" "shop" {
  name                = "shop"
  authentication_type = "AWS_IAM"

  log_config {
    cloudwatch_logs_role_arn = aws_iam_role.logs.arn
    field_log_level          = "ERROR"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/appsync/latest/devguide/monitoring.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/appsync-controls.html'],
  over: 'apis',
  needs: [],
  judge: ({ name, log_level: level }) =>
    level === 'NONE'
      ? fail(`The API ${name} does not log its fields.`)
      : pass(`The API ${name} logs its fields at the level ${level}.`),
})
