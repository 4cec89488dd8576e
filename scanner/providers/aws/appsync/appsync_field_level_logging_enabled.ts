import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'appsync_field_level_logging_enabled',
  title: 'AppSync API has field-level logging enabled',
  description: 'Reads the field resolver log level of each GraphQL API.',
  risk: 'Without field-level logs, a query that exports too much data or fails cannot be investigated.',
  decision:
    'Passes if the field log level is ERROR, INFO, DEBUG or ALL. Fails if it is NONE, or if logging is not configured.',
  fix: {
    text: 'Enable logging with the field log level ERROR or ALL.',
    console: [
      'Open AWS AppSync, choose the API, and choose Settings.',
      'Under Logging, choose Enable Logs and a role.',
      'Choose Error or All as the field resolver log level, and choose Save.',
      'The command resets all settings that it does not receive: put the settings from get-graphql-api that the command supports into the file for --cli-input-json, including the name and all authorization modes, and set fieldLogLevel ERROR with a role under logConfig.',
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
      ? fail(`The API ${name} has field-level logging disabled.`)
      : pass(`The API ${name} has field-level logging at the level ${level}.`),
})
