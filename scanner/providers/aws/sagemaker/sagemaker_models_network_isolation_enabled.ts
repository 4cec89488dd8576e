import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_models_network_isolation_enabled',
  title: 'Model’s containers make no network calls',
  description: 'Reads whether the containers of each model are cut off from every network.',
  risk: 'Code in a container, or in a package that it pulled in, can send what it is asked to a stranger.',
  decision:
    'Passes when network isolation is on, fails when it is off, also for a model in a VPC. An answer without the setting gives a gap in coverage.',
  fix: {
    text: 'Make the model anew with network isolation.',
    console: [
      'Open Amazon SageMaker AI, choose Models, and choose Create model.',
      'Name the same container and role, and under Network choose Enable network isolation.',
      'Create the model, make an endpoint configuration with it, and update the endpoint.',
    ],
    cli: 'aws sagemaker create-model --model-name <name> --execution-role-arn <role> --primary-container Image=<image> --enable-network-isolation',
    terraform: `resource "aws_sagemaker_model" "forecast" {
  name                     = "forecast"
  execution_role_arn       = aws_iam_role.model.arn
  enable_network_isolation = true

  primary_container {
    image = "111122223333.dkr.ecr.eu-west-1.amazonaws.com/forecast:1"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/mkt-algo-model-internet-free.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/sagemaker-controls.html'],
  over: 'models',
  needs: ['details'],
  judge: ({ name, details: { isolated } }) =>
    known(isolated, 'sagemaker:DescribeModel')
      ? pass(`The containers of the model ${name} make no network calls.`)
      : fail(`The containers of the model ${name} may make network calls.`),
})
