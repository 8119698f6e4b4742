// The common name of all instantiations of a template: they have one source, and a mistake in it is one mistake.
#pragma once

#include <string>
#include <string_view>

namespace fencepost {

// The name of a function without template arguments: "Queue<T>::push<long>" and "Queue<int>::push<int>" give
// "Queue::push". A name whose brackets do not match stays as it is.
std::string template_name(std::string_view function);

}  // namespace fencepost
