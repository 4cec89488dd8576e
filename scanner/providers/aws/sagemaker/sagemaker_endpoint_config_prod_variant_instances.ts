import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_endpoint_config_prod_variant_instances',
  title: 'SageMaker endpoint configuration has at least two instances per variant',
  description:
    'Reads the initial instance count of each production variant of an endpoint configuration.',
  risk: 'If the only instance or its Availability Zone fails, the model is unavailable.',
  decision:
    'Fails if a production variant starts with fewer than two instances. Passes if all variants start with two or more. Serverless variants have no instances and do not count. A configuration with only serverless variants gives no finding. Scaling policies that are created later are not read.',
  fix: {
    text: 'Configure each variant with at least two initial instances.',
    console: [
      'Open Amazon SageMaker AI, choose Endpoint configurations, choose the configuration, and choose Clone.',
      'Under Variants, choose Edit and set an initial instance count of 2 or more.',
      'Create the configuration, because an existing one cannot be changed, and update the endpoint to use it.',
    ],
    cli: 'aws sagemaker create-endpoint-config --endpoint-config-name <name> --production-variants VariantName=all,ModelName=<model>,InstanceType=<type>,InitialInstanceCount=2',
    terraform: `resource "aws_sagemaker_endpoint_configuration" "forecast" {
  name = "forecast"

  production_variants {
    variant_name           = "all"
    model_name             = aws_sagemaker_model.forecast.name
    instance_type          = "ml.m5.large"
    initial_instance_count = 2
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/sagemaker-controls.html',
  links: ['https://docs.aws.amazon.com/sagemaker/latest/dg/deployment-best-practices.html'],
  over: 'endpointConfigs',
  needs: ['details'],
  judge: ({ name, details: { variants } }) => {
    const counted = variants.flatMap((it) =>
      it.instances === null ? [] : [{ variant: it.name, instances: it.instances }],
    )
    if (counted.length === 0) return []
    const lone = counted.find((it) => it.instances < 2)
    return lone
      ? fail(
          `The variant ${lone.variant} of the endpoint configuration ${name} starts with ${lone.instances} instance.`,
        )
      : pass(
          `Each variant of the endpoint configuration ${name} starts with at least two instances.`,
        )
  },
})
