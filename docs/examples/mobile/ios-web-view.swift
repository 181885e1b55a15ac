// iOS: the hosted page in a WKWebView. limenHost, returnUrl and finishEnrolment are yours.
let configuration = WKWebViewConfiguration()
configuration.allowsInlineMediaPlayback = true // else the viewfinder takes the whole screen
configuration.mediaTypesRequiringUserActionForPlayback = []

func webView(_ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
             initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
             decisionHandler: @escaping (WKPermissionDecision) -> Void) {
  decisionHandler(origin.host == limenHost && type == .camera ? .grant : .deny)
}

func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
             decisionHandler: @escaping (WKNavigationActionPolicy) -> Void) {
  let back = action.request.url?.absoluteString.hasPrefix(returnUrl) ?? false
  if back { finishEnrolment() }
  decisionHandler(back ? .cancel : .allow)
}
