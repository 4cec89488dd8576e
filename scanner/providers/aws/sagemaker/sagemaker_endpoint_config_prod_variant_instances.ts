import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_endpoint_config_prod_variant_instances',
  title: 'Endpoint configuration starts more than one instance',
  description:
    'Reads with how many instances each production variant of an endpoint configuration starts.',
  risk: 'When the one instance or its zone fails, the model answers nobody.',
  decision:
    'Fails when a production variant starts with fewer than two instances, passes when all start with two or more. Serverless variants have no instances and do not count; a configuration of them alone has no verdict. Scaling rules that are made afterwards are not read.',
  fix: {
    text: 'Start each variant with at least two instances.',
    console: [
      'Open Amazon SageMaker AI, choose Endpoint configurations, choose the configuration, and choose Clone.',
      'Under Variants, choose Edit and put an initial instance count of 2 or more.',
      'Create the configuration, because one cannot be changed, and update the endpoint with it.',
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
          `Each variant of the endpoint configuration ${name} starts with two instances or more.`,
        )
  },
})
