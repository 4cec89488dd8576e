import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_endpoint_config_kms_encryption_enabled',
  title: 'SageMaker endpoint configuration is encrypted with a KMS key',
  description:
    'Reads the KMS key that encrypts the volumes of the instances of each endpoint configuration.',
  risk: 'With an AWS key, you cannot revoke access to the volumes of the model or see who used the key.',
  decision:
    'Passes if the configuration has a KMS key. Fails if it has none and starts instances, even if the instance type stores data only on hardware-encrypted local disks. A configuration with only serverless variants gives no finding.',
  fix: {
    text: 'Create a new configuration with a KMS key.',
    console: [
      'Open Amazon SageMaker AI, choose Endpoint configurations, choose the configuration, and choose Clone.',
      'Under Encryption key, choose the key.',
      'Create the configuration, and update the endpoint to use it.',
    ],
    cli: 'aws sagemaker create-endpoint-config --endpoint-config-name <name> --kms-key-id <key> --production-variants VariantName=all,ModelName=<model>,InstanceType=<type>,InitialInstanceCount=2',
    terraform: `resource "aws_sagemaker_endpoint_configuration" "forecast" {
  name        = "forecast"
  kms_key_arn = aws_kms_key.models.arn

  production_variants {
    variant_name           = "all"
    model_name             = aws_sagemaker_model.forecast.name
    instance_type          = "ml.m5.large"
    initial_instance_count = 2
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/encryption-at-rest.html',
  over: 'endpointConfigs',
  needs: ['details'],
  judge: ({ name, details: { variants, kms_key: key } }) => {
    if (variants.every((it) => it.instances === null)) return []
    return key === null
      ? fail(`The endpoint configuration ${name} has no KMS key.`)
      : pass(`The endpoint configuration ${name} encrypts volumes with the KMS key ${key}.`)
  },
})
