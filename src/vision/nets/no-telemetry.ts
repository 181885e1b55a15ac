/** The runtime of the nets would send usage data to its maker over the network. It checks this when it is loaded. */
process.env.ORT_DISABLE_TELEMETRY = '1'
