#!/usr/bin/env bash
# The hook of 06-checkout-flow.yaml.
echo '{ "CART_ID": "cart_7" }'
