import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_no_dead_letter_queue',
  title: 'Function has a dead-letter queue',
  description:
    'Reads whether each function names a queue or topic for events that it could not handle.',
  risk: 'An event that failed three times is dropped without a trace, and with it an order or an alarm.',
  decision:
    'Passes when the function names a dead-letter target, and fails when it names none. On-failure destinations, which serve the same end, are not looked at, nor whether the function is called asynchronously at all.',
  fix: {
    text: 'Name a queue of SQS or a topic of SNS as the dead-letter target.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Asynchronous invocation.',
      'Choose Edit, and under Dead-letter queue service choose SQS or SNS.',
      'Select the queue or topic, then choose Save.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --dead-letter-config TargetArn=<queue-arn>',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"

  dead_letter_config {
    target_arn = aws_sqs_queue.failed.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html',
  over: 'functions',
  needs: [],
  judge: ({ name, dead_letter_target: target }) =>
    target === null
      ? fail(`The function ${name} has no dead-letter queue.`)
      : pass(`The function ${name} sends what it could not handle to ${target}.`),
})
