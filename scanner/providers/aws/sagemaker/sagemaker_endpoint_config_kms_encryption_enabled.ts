import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_endpoint_config_kms_encryption_enabled',
  title: 'Endpoint configuration names a KMS key',
  description:
    'Reads which KMS key encrypts the volumes of the instances that an endpoint configuration starts.',
  risk: 'With a key of AWS’s you can neither take access to the model’s volumes away nor see who used the key.',
  decision:
    'Passes when the configuration names a KMS key. Fails when it names none and starts instances, also where their type keeps data only on local disks that the hardware encrypts. A configuration of serverless variants alone has no verdict.',
  fix: {
    text: 'Make the configuration anew with a KMS key.',
    console: [
      'Open Amazon SageMaker AI, choose Endpoint configurations, choose the configuration, and choose Clone.',
      'Choose the key under Encryption key.',
      'Create the configuration and update the endpoint with it.',
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
      ? fail(`The endpoint configuration ${name} names no KMS key.`)
      : pass(`The endpoint configuration ${name} encrypts volumes with the KMS key ${key}.`)
  },
})
