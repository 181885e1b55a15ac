// Android: the hosted page in a web view. You provide LIMEN_ORIGIN, RETURN_URL, webEnrolmentUrl, picked, pickFile and
// finishEnrolment.
webView.settings.javaScriptEnabled = true
webView.settings.mediaPlaybackRequiresUserGesture = false // the viewfinder is a video
webView.webChromeClient = object : WebChromeClient() {
  override fun onPermissionRequest(request: PermissionRequest) {
    val ours = request.origin.toString().trimEnd('/') == LIMEN_ORIGIN
    val camera = request.resources.filter { it == PermissionRequest.RESOURCE_VIDEO_CAPTURE }.toTypedArray()
    if (ours && camera.isNotEmpty()) request.grant(camera) else request.deny()
  }
  override fun onShowFileChooser(view: WebView, done: ValueCallback<Array<Uri>>, params: FileChooserParams): Boolean {
    picked = done
    pickFile.launch(params.createIntent()) // and picked.onReceiveValue(…) with the result
    return true
  }
}
webView.webViewClient = object : WebViewClient() {
  override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
    val back = request.url.toString().startsWith(RETURN_URL)
    if (back) finishEnrolment()
    return back
  }
}
webView.loadUrl(webEnrolmentUrl)
