import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_models_network_isolation_enabled',
  title: 'SageMaker model has network isolation enabled',
  description: 'Reads whether the containers of each model have network isolation enabled.',
  risk: 'Malicious code in a container or one of its packages can send inference data to an attacker.',
  decision:
    'Passes if network isolation is on. Fails if it is off, even for a model in a VPC. A response without the setting gives a gap in coverage.',
  fix: {
    text: 'Create a new model with network isolation.',
    console: [
      'Open Amazon SageMaker AI, choose Models, and choose Create model.',
      'Enter the same container and role, and under Network, choose Enable network isolation.',
      'Create the model, create an endpoint configuration with it, and update the endpoint.',
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
      ? pass(`The model ${name} has network isolation enabled.`)
      : fail(`The model ${name} has network isolation disabled.`),
})
